// What the C library and the kernel of macOS declare.
#pragma once
#pragma clang diagnostic ignored "-Wnullability-completeness"
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;

// https://developer.apple.com/documentation/kernel/1537751-task_threads
// https://developer.apple.com/documentation/kernel/1418630-thread_info
typedef int integer_t;
typedef unsigned int natural_t;
typedef int kern_return_t;
typedef natural_t mach_port_name_t;
typedef mach_port_name_t mach_port_t;
typedef mach_port_t task_t;
typedef mach_port_t task_inspect_t;
typedef mach_port_t thread_act_t;
typedef mach_port_t thread_inspect_t;
typedef mach_port_t ipc_space_t;
typedef mach_port_t vm_map_t;
typedef thread_act_t *thread_act_array_t;
typedef natural_t mach_msg_type_number_t;
typedef natural_t thread_flavor_t;
typedef integer_t *thread_info_t;
typedef uintptr_t vm_address_t;
typedef uintptr_t vm_size_t;
typedef struct time_value {
  integer_t seconds;
  integer_t microseconds;
} time_value_t;

struct thread_basic_info {
  time_value_t user_time;
  time_value_t system_time;
  integer_t cpu_usage;
  integer_t policy;
  integer_t run_state;
  integer_t flags;
  integer_t suspend_count;
  integer_t sleep_time;
};
typedef struct thread_basic_info thread_basic_info_data_t;

struct thread_identifier_info {
  uint64_t thread_id;
  uint64_t thread_handle;
  uint64_t dispatch_qaddr;
};
typedef struct thread_identifier_info thread_identifier_info_data_t;

#define KERN_SUCCESS 0
#define THREAD_BASIC_INFO 3
#define THREAD_IDENTIFIER_INFO 4
#define TH_STATE_RUNNING 1
#define TH_STATE_WAITING 3
#define TH_STATE_STOPPED 2
#define TH_STATE_UNINTERRUPTIBLE 4
extern mach_port_t mach_task_self_;
kern_return_t task_threads(
    task_inspect_t target_task, thread_act_array_t *act_list,
    mach_msg_type_number_t *act_listCnt);
kern_return_t thread_info(
    thread_inspect_t target_act, thread_flavor_t flavor, thread_info_t thread_info_out,
    mach_msg_type_number_t *thread_info_outCnt);
kern_return_t mach_port_deallocate(ipc_space_t task, mach_port_name_t name);
kern_return_t vm_deallocate(vm_map_t target_task, vm_address_t address, vm_size_t size);

// clock_gettime(3), pthread_threadid_np(3)
typedef long __darwin_time_t;
typedef __darwin_time_t time_t;
struct timespec {
  __darwin_time_t tv_sec;
  long tv_nsec;
};
typedef enum {
  CLOCK_REALTIME = 0,
  CLOCK_MONOTONIC = 6,
  CLOCK_UPTIME_RAW = 8,
  CLOCK_THREAD_CPUTIME_ID = 16,
  CLOCK_PROCESS_CPUTIME_ID = 12
} clockid_t;
uint64_t clock_gettime_nsec_np(clockid_t clock_id);
int clock_gettime(clockid_t clock_id, struct timespec *tp);

struct _opaque_pthread_t {
  long sig;
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t {
  long sig;
} pthread_attr_t;
int pthread_main_np(void);
int pthread_threadid_np(pthread_t _Nullable thread, uint64_t *_Nullable thread_id);
int pthread_create(
    pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable argument);
int pthread_join(pthread_t _Nonnull thread, void *_Nullable *_Nullable result);

// stat(2)
struct stat {
  struct timespec st_mtimespec;
};

// getrlimit(2)
typedef uint64_t rlim_t;
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
#define RLIMIT_NOFILE 8
#define OPEN_MAX 10240
int getrlimit(int resource, struct rlimit *limit);
int setrlimit(int resource, const struct rlimit *limit);

// socket(2), setsockopt(2), ip(4)
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t socklen_t;
struct in_addr {
  uint32_t s_addr;
};
struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
int setsockopt(
    int socket, int level, int option, const void *_Nullable value, socklen_t length);

// kqueue(2)
struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *_Nullable udata;
};
#define EVFILT_READ (-1)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define EV_ERROR 0x4000
#define EV_EOF 0x8000
int kqueue(void);
int kevent(
    int queue, const struct kevent *_Nullable changes, int changeCount,
    struct kevent *_Nullable events, int eventCount, const struct timespec *_Nullable timeout);

// fcntl(2), fsync(2), intro(2)
#define F_FULLFSYNC 51
#define EINTR 4
int fsync(int descriptor);
int close(int descriptor);
extern int *_Nonnull __error(void);
