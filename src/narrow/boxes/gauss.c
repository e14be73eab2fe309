// The compatible pairs, from nine signs.
//
// The arcs of edges along a_i and b_j lie on the great circles square to these, which cross at x = +-(a_i x
// b_j). With i1 = i + 1 and i2 = i + 2 modulo 3, and j1, j2 likewise, the signs of x along the other axes say
// in which arcs that is:
//     x . a_i1 = -+R_i2,j    x . a_i2 = +-R_i1,j    x . b_j1 = +-R_i,j2    x . b_j2 = -+R_i,j1
// so each of the two places has one arc of either box, eighteen pairs in all.

#include "narrow/boxes/gauss.h"

// A face s a_i, and the vertex of B that is farthest against it.
static ti_gauss_pair face_of_a(const int sign[9], int i, int s)
{
    ti_gauss_pair p = {.kind = GAUSS_FV, .i = i, .side = s};
    p.sign_a[i] = s;
    for (int j = 0; j < 3; ++j) {
        p.sign_b[j] = -s * sign[3 * i + j];
    }
    return p;
}

// A face -s b_j, and the vertex of A that is farthest along s b_j.
static ti_gauss_pair face_of_b(const int sign[9], int j, int s)
{
    ti_gauss_pair p = {.kind = GAUSS_VF, .j = j, .side = s};
    p.sign_b[j] = -s;
    for (int i = 0; i < 3; ++i) {
        p.sign_a[i] = s * sign[3 * i + j];
    }
    return p;
}

static ti_gauss_pair edges(const int sign[9], int i, int j, int s)
{
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    ti_gauss_pair p = {.kind = GAUSS_EE, .i = i, .j = j, .side = s};
    p.sign_a[i1] = -s * sign[3 * i2 + j];
    p.sign_a[i2] = s * sign[3 * i1 + j];
    p.sign_b[j1] = -s * sign[3 * i + j2];
    p.sign_b[j2] = s * sign[3 * i + j1];
    return p;
}

void ti_gauss_pairs(const int sign[9], ti_gauss_pair pairs[GAUSS_PAIRS])
{
    int count = 0;
    for (int s = 1; s >= -1; s -= 2) {
        for (int k = 0; k < 3; ++k) {
            pairs[count++] = face_of_a(sign, k, s);
            pairs[count++] = face_of_b(sign, k, s);
            for (int j = 0; j < 3; ++j) {
                pairs[count++] = edges(sign, k, j, s);
            }
        }
    }
}
