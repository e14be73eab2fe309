// A vertex falls through a face that sinks more slowly: when do they first touch, and is there a proof until
// then?

#include <stdio.h>
#include <toi/toi.h>

int main(void)
{
    toi_primitive_query query = {
        .kind = TOI_PRIMITIVE_VF,
        .start = {{0.2, 0.3, 1.0}, {0, 0, 0.0}, {1, 0, 0.0}, {0, 1, 0.0}},
        .end = {{0.2, 0.3, -2.0}, {0, 0, -0.5}, {1, 0, -0.5}, {0, 1, -0.5}},
    };
    toi_primitive_link links[16];
    toi_primitive_def def = {.exact = true, .links = links, .link_capacity = 16};
    toi_primitive_result result;
    double proved = 0.0;
    if (toi_primitive_contact(&query, &def, &result) != TOI_OK || result.link_count > 16 ||
        toi_primitive_verify(&query, 0.0, links, result.link_count, &proved) != TOI_OK) {
        return 1;
    }
    if (result.answer == TOI_ANSWER_CONTACT) {
        printf("contact at t = %.6f, exactly %.17g\n", result.t_free, result.t_exact);
        printf("%u links prove that nothing touches before %.6f\n", result.link_count, proved);
    }
    return 0;
}
