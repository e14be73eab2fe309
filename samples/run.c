// The loop of a run.

#include "run.h"

#include "pose_log.h"
#include "writer.h"

bool run_steps(sim_run* run, const sim_options* options, const char* about)
{
    sim_crowd* crowd = run->crowd;
    watch_begin(&run->watch, crowd);
    sim_writer film = writer_start(options->output, crowd, options->steps);
    sim_pose_log log = pose_log_start(options->poses, crowd);
    for (uint32_t step = 0; step <= options->steps; ++step) {
        if (step > 0 && run->before != NULL) {
            run->before(run->data, (step - 1) / options->rate);
        }
        if (step > 0) {
            crowd_step(crowd, 1.0 / options->rate);
            watch_meetings(&run->watch, crowd);
            watch_energy(&run->watch, crowd);
        }
        if (step > 0 && run->after != NULL) {
            run->after(run->data);
        }
        writer_record(&film, crowd, step);
        pose_log_step(&log, crowd, step);
    }
    bool written = writer_finish(&film, crowd, options->rate, about);
    return pose_log_finish(&log) && written;
}

void run_report(const sim_run* run, const sim_options* options)
{
    crowd_print_counts(run->crowd, options->steps);
    watch_report(&run->watch, run->crowd);
}
