// TI_ASSERT: checks of our own reasoning, in debug and test builds (those that define TI_ASSERTS).
// Wrong input is never an assert: public functions answer it with a toi_status in all builds.

#ifndef TI_CORE_ASSERT_H
#define TI_CORE_ASSERT_H

// What to do with a failed assert. A handler that returns lets the program go on.
typedef void ti_assert_handler(const char* condition, const char* file, int line);

// Sets the handler and returns the one before; NULL sets the default, which prints to stderr and aborts.
// The handler is the only global of the library. Safe to call from any thread.
ti_assert_handler* ti_assert_set_handler(ti_assert_handler* handler);

void ti_assert_failed(const char* condition, const char* file, int line);

#ifdef TI_ASSERTS
#define TI_ASSERT(condition) ((condition) ? (void)0 : ti_assert_failed(#condition, __FILE__, __LINE__))
#else
// Not evaluated, but still compiled, so that an assert does not rot in a release build.
#define TI_ASSERT(condition) ((void)(0 && (condition)))
#endif

#endif
