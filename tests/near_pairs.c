// Which pairs of slivers are within a distance, and their nearest points, against distances in rational
// numbers: no pair that is may be missed, and none that is farther by 2^-46 (L + D) kept.
//
//     near_pairs [--seed S] [--count N]
//
// Exit 1 if any answer is wrong; the first wrong pairs are printed.

#include "exact_distance.h"
#include "math/distance_exact.h"
#include "math/rounding.h"
#include "narrow/overlap/segment.h"
#include "narrow/overlap/within.h"
#include "random_point.h"

enum { LINE, LINES, THIN, BOTH_THIN, TINY, OVER, ALONG, EDGES, GENERAL, KINDS };
static const char* const names[KINDS] = {"a line", "two lines", "thin",  "both thin", "tiny",
                                         "over",   "along",     "edges", "general"};

enum { MOST_SHOWN = 5 };

typedef struct triangles {
    toi_vec3 a[3], b[3];
} triangles;

typedef struct counts {
    uint64_t within, farther, missed, beyond, misplaced;
    double farthest,
        off; // beyond the distance asked, of 2^-46 (L + D); of nearest points, of what is allowed
} counts;

// ---- families

static toi_vec3 whole_point(test_random* random, int most)
{
    toi_vec3 v = random_point(random, (double)most);
    return v3(rint(v.x), rint(v.y), rint(v.z));
}

// Whole points in one line times a decimal: so they are nearly in one, and which corner is between varies.
static void make_line(test_random* random, double unit, toi_vec3 t[3])
{
    toi_vec3 start = whole_point(random, 5), way = whole_point(random, 3);
    uint32_t first = random_below(random, 4);
    for (int i = 0; i < 3; ++i) {
        double step = (double)((first + 3u * (uint32_t)i) % 5);
        t[i] = v3_scale(unit, v3_madd(start, step, way));
    }
}

static double small(test_random* random, uint32_t most_bits)
{
    double x = random_between(random, -1.0, 1.0);
    return ldexp(x, -(int)random_below(random, most_bits));
}

// The corner i beside the edge across by less and less.
static void make_thin(test_random* random, toi_vec3 t[3])
{
    uint32_t i = random_below(random, 3);
    double s = random_between(random, -0.5, 1.5), off = small(random, 64);
    toi_vec3 p = t[(i + 1) % 3], q = t[(i + 2) % 3], side = random_point(random, 1.0);
    t[i] = v3_madd(v3_madd(p, s, v3_sub(q, p)), off, side);
}

// The first corner of a over the middle of b by less and less, the rest of a beyond.
static void put_over(test_random* random, triangles* p)
{
    toi_vec3 n = ti_triangle_normal(p->b);
    double length = v3_length(n), height = small(random, 50);
    n = length > 0.0 ? v3_scale(1.0 / length, n) : v3(0.0, 0.0, 1.0);
    toi_vec3 middle = v3_scale(1.0 / 3.0, v3_add(v3_add(p->b[0], p->b[1]), p->b[2]));
    toi_vec3 shift = v3_sub(v3_madd(middle, height, n), p->a[0]);
    for (int i = 0; i < 3; ++i) {
        p->a[i] = v3_add(p->a[i], shift);
    }
}

// b is a but for less and less, along a small shift.
static void put_along(test_random* random, triangles* p)
{
    double far = small(random, 40);
    toi_vec3 shift = v3_scale(far, random_point(random, 1.0));
    for (int i = 0; i < 3; ++i) {
        double off = small(random, 60);
        p->b[i] = v3_madd(v3_add(p->a[i], shift), off, random_point(random, 1.0));
    }
}

static void make_tiny(test_random* random, triangles* p)
{
    double size = fabs(small(random, 50));
    toi_vec3 at = random_point(random, 1.0);
    for (int i = 0; i < 3; ++i) {
        p->b[i] = v3_madd(at, size, p->b[i]);
    }
}

static void move_away(test_random* random, triangles* p)
{
    toi_vec3 shift = random_point(random, 1e6);
    for (int i = 0; i < 3; ++i) {
        p->a[i] = v3_add(p->a[i], shift);
        p->b[i] = v3_add(p->b[i], shift);
    }
}

static void make(test_random* random, int kind, triangles* p)
{
    static const double decimals[] = {0.1, 0.3, 1.0 / 3.0, 0.7, 0.17573882009934360};
    double unit = decimals[random_below(random, 5)];
    for (int i = 0; i < 3; ++i) {
        p->a[i] = kind == LINE ? v3_scale(0.5 * unit, whole_point(random, 5)) : random_point(random, 1.0);
        p->b[i] = random_point(random, 1.0);
    }
    if (kind == LINE || kind == LINES) {
        make_line(random, unit, p->b);
    }
    if (kind == LINES) {
        make_line(random, unit, p->a);
    }
    if (kind >= THIN && kind <= EDGES) {
        make_thin(random, p->b);
    }
    if (kind == BOTH_THIN || kind == ALONG) {
        make_thin(random, p->a);
    }
    if (kind == TINY) {
        make_tiny(random, p);
    } else if (kind == OVER) {
        put_over(random, p);
    } else if (kind == ALONG) {
        put_along(random, p);
    } else if (kind == EDGES) {
        p->a[2] = random_below(random, 2) ? p->a[0] : p->a[2];
    }
    if (random_below(random, 4) == 0) {
        move_away(random, p);
    }
}

// The true distance but for less and less, or a round one.
static double distance_asked(test_random* random, double truth)
{
    double off = small(random, 56), round = (double)(1 + random_below(random, 20));
    uint32_t way = random_below(random, 4);
    return way == 0 ? 0.1 * round : way == 1 ? truth + ldexp(off, -12) : truth * (1.0 + off);
}

// ---- judgement

static const ti_triangle one_triangle = {{0, 1, 2}, 0};

static bool is_kept(const triangles* p, double within, int exponent)
{
    triangles q;
    for (int i = 0; i < 3; ++i) {
        q.a[i] = ti_scale3(p->a[i], exponent);
        q.b[i] = ti_scale3(p->b[i], exponent);
    }
    const ti_faces a = {.triangles = &one_triangle, .vertices = q.a, .triangle_count = 1, .vertex_count = 3};
    const ti_faces b = {.triangles = &one_triangle, .vertices = q.b, .triangle_count = 1, .vertex_count = 3};
    const ti_within_terms terms = {ti_scale(within, exponent), ti_scale(1.0, -exponent)};
    ti_face_pair candidate = {0, 0};
    return ti_pairs_keep_within(&a, &b, &terms, &candidate, 1) == 1;
}

static double size_of(const triangles* p)
{
    double size = 0.0;
    for (int k = 0; k < 3; ++k) {
        size = fmax(size, v3_norm1(v3_sub(p->a[k], p->a[0])));
        size = fmax(size, v3_norm1(v3_sub(p->b[k], p->a[0])));
    }
    return size;
}

// Whether a square is more than that of x + more.
static bool exceeds(const fmpq_t square, double x, double more)
{
    fmpq_t sum, part;
    fmpq_init(sum);
    fmpq_init(part);
    set_exact(sum, x);
    set_exact(part, more);
    fmpq_add(sum, sum, part);
    fmpq_mul(sum, sum, sum);
    bool exceeds = fmpq_cmp(square, sum) > 0;
    fmpq_clear(sum);
    fmpq_clear(part);
    return exceeds;
}

static double root_of(const fmpq_t square)
{
    return sqrt(fmpq_get_d(square));
}

static double distance_from(toi_vec3 x, const toi_vec3 t[3])
{
    const toi_vec3 point[3] = {x, x, x};
    fmpq_t square;
    fmpq_init(square);
    exact_distance2(square, point, t);
    double distance = root_of(square);
    fmpq_clear(square);
    return distance;
}

// Where the distance is not tiny the normal keeps all of it but for what counts as proved.
static bool normal_parts(const triangles* p, toi_vec3 normal, double truth, double size, double largest)
{
    double room = 0x1p-35 * size + 64.0 * TI_U * largest;
    return truth < 0x1p-12 * largest || ti_separation_along(normal, p->a, p->b) >= truth - room;
}

// How far the points are from the triangles, and their distance and the gap of the features from the true
// distance, of what is allowed: for points what counts as proved, and for the gap, an estimate, eight times
// that.
static double points_off(const triangles* p, double truth, double size)
{
    ti_face_segment s = ti_faces_segment(p->a, p->b);
    double largest = v3_norm1(p->a[0]) + size, room = 0x1p-36 * size + 32.0 * TI_U * largest;
    double off = fmax(distance_from(s.p, p->a), distance_from(s.q, p->b));
    off = fmax(off, fabs(v3_length(v3_sub(s.q, s.p)) - truth));
    off = fmax(off, 0x1p-3 * fabs(ti_triangle_gap(p->a, p->b).distance - truth));
    return s.apart && normal_parts(p, s.normal, truth, size, largest) ? off / room : HUGE_VAL;
}

static void show(const char* what, const triangles* p, double within, double truth)
{
    printf("%s: within %a (%.17g), distance %.17g\n", what, within, within, truth);
    for (int i = 0; i < 6; ++i) {
        toi_vec3 v = i < 3 ? p->a[i] : p->b[i - 3];
        printf("    %a %a %a\n", v.x, v.y, v.z);
    }
}

static void judge(const triangles* p, test_random* random, int kind, counts* of)
{
    fmpq_t square;
    fmpq_init(square);
    exact_distance2(square, p->a, p->b);
    double truth = root_of(square), within = distance_asked(random, truth), size = size_of(p);
    int exponent = random_below(random, 3) == 0 ? (int)random_below(random, 1800) - 900 : 0;
    within = within > 0.0 ? within : 0x1p-60;
    bool kept = is_kept(p, within, exponent), far = exceeds(square, within, 0.0);
    double room = 0x1p-46 * (size + within);
    bool missed = !kept && !far, beyond = kept && exceeds(square, within, room), misplaced = false;
    ++*(far ? &of->farther : &of->within);
    if (kept) {
        of->farthest = fmax(of->farthest, (truth - within) / room);
    }
    if (truth > 0.0) {
        double off = points_off(p, truth, size);
        of->off = fmax(of->off, off);
        misplaced = !(off <= 1.0);
    }
    of->missed += missed;
    of->beyond += beyond;
    of->misplaced += misplaced;
    if ((missed || beyond || misplaced) && of->missed + of->beyond + of->misplaced <= MOST_SHOWN) {
        printf("%s, ", names[kind]);
        show(missed ? "missed" : beyond ? "beyond" : "misplaced", p, within, truth);
    }
    fmpq_clear(square);
}

static uint64_t report(const counts* all)
{
    uint64_t wrong = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        const counts* of = &all[kind];
        printf("%-10s within %8llu  farther %8llu  missed %llu  beyond %llu  misplaced %llu  "
               "farthest %.3f  points off %.3f\n",
               names[kind], (unsigned long long)of->within, (unsigned long long)of->farther,
               (unsigned long long)of->missed, (unsigned long long)of->beyond,
               (unsigned long long)of->misplaced, of->farthest, of->off);
        wrong += of->missed + of->beyond + of->misplaced;
    }
    return wrong;
}

int main(int argc, char** argv)
{
    uint64_t seed = 1, count = 10000;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0) {
            seed = strtoull(argv[i + 1], NULL, 0);
        } else if (strcmp(argv[i], "--count") == 0) {
            count = strtoull(argv[i + 1], NULL, 0);
        } else {
            fprintf(stderr, "near_pairs [--seed S] [--count N]\n");
            return 2;
        }
    }
    counts all[KINDS] = {{0}};
    test_random random = {.state = seed};
    for (uint64_t i = 0; i < count; ++i) {
        triangles p;
        int kind = (int)(i % KINDS);
        make(&random, kind, &p);
        judge(&p, &random, kind, &all[kind]);
    }
    uint64_t wrong = report(all);
    printf("seed %llu, %llu pairs, %llu wrong\n", (unsigned long long)seed, (unsigned long long)count,
           (unsigned long long)wrong);
    return wrong > 0;
}
