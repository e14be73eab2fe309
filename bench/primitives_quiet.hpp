// In place of the logger that other programs take from another library: it says nothing.

#ifndef TOI_BENCH_PRIMITIVES_QUIET_HPP
#define TOI_BENCH_PRIMITIVES_QUIET_HPP

#include <stdexcept>

struct quiet_logger {
    template <typename... Parts> void error(const Parts&...) {}
    template <typename... Parts> void warn(const Parts&...) {}
    template <typename... Parts> void trace(const Parts&...) {}
};

template <typename... Parts> [[noreturn]] void log_and_throw_error(const Parts&...)
{
    throw std::runtime_error("a measured library threw");
}

#endif
