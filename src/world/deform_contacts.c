// A heap whose first contact is the last in order: it goes when an earlier one comes.

#include "world/deform_contacts.h"

static int compare_numbers(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

static int compare_features(const toi_deform_contact* x, const toi_deform_contact* y)
{
    int order = compare_numbers(x->vertex_of_b, y->vertex_of_b);
    for (int i = 0; i < 4 && order == 0; ++i) {
        order = compare_numbers(x->vertex[i], y->vertex[i]);
    }
    const toi_feature *fx[2] = {&x->feature_a, &x->feature_b}, *fy[2] = {&y->feature_a, &y->feature_b};
    for (int i = 0; i < 2 && order == 0; ++i) {
        order = compare_numbers(fx[i]->index[0], fy[i]->index[0]);
    }
    return order;
}

bool ti_deform_before(const toi_deform_contact* x, const toi_deform_contact* y)
{
    if (x->t_free != y->t_free) {
        return x->t_free < y->t_free;
    }
    int order = compare_numbers(x->a, y->a);
    order = order != 0 ? order : compare_numbers(x->b, y->b);
    order = order != 0 ? order : compare_numbers((uint64_t)x->kind, (uint64_t)y->kind);
    return (order != 0 ? order : compare_features(x, y)) < 0;
}

static void swap(toi_deform_contact* x, toi_deform_contact* y)
{
    toi_deform_contact z = *x;
    *x = *y;
    *y = z;
}

static void sift_up(toi_deform_contact* heap, size_t at)
{
    while (at > 0 && ti_deform_before(&heap[(at - 1) / 2], &heap[at])) {
        swap(&heap[(at - 1) / 2], &heap[at]);
        at = (at - 1) / 2;
    }
}

static void sift_down(toi_deform_contact* heap, size_t count)
{
    for (size_t at = 0, child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && ti_deform_before(&heap[child], &heap[child + 1]);
        if (!ti_deform_before(&heap[at], &heap[child])) {
            return;
        }
        swap(&heap[at], &heap[child]);
        at = child;
    }
}

bool ti_deform_heap_put(ti_array* heap, uint64_t capacity, const toi_deform_contact* contact)
{
    if (heap->count < capacity) {
        toi_deform_contact* last = ti_array_push(heap);
        if (last == NULL) {
            return false;
        }
        *last = *contact;
        sift_up(heap->data, heap->count - 1);
        return true;
    }
    toi_deform_contact* first = heap->data;
    if (capacity > 0 && ti_deform_before(contact, first)) {
        *first = *contact;
        sift_down(first, heap->count);
    }
    return true;
}

void ti_deform_heap_order(ti_array* heap)
{
    toi_deform_contact* all = heap->data;
    for (size_t count = heap->count; count > 1; --count) {
        swap(&all[0], &all[count - 1]);
        sift_down(all, count - 1);
    }
}
