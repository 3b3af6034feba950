// What the C library and the kernel of macOS declare.
#pragma once
#pragma clang diagnostic ignored "-Wnullability-completeness"

// The C library of Linux has other structures of these names; see Foundation/Darwin.swift.
#define in_addr darwin_in_addr
#define sockaddr_in darwin_sockaddr_in
#define sockaddr darwin_sockaddr
#define timespec darwin_timespec
#define stat darwin_stat
#define linger darwin_linger
#define pollfd darwin_pollfd
#define termios darwin_termios
#define winsize darwin_winsize
#define dirent darwin_dirent
#define rlimit darwin_rlimit

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
time_t time(time_t *_Nullable now);
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
int pthread_detach(pthread_t _Nonnull thread);
typedef struct _opaque_pthread_mutex_t {
    long opaque;
} pthread_mutex_t;
typedef struct _opaque_pthread_rwlock_t {
    long opaque;
} pthread_rwlock_t;
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);
int pthread_rwlock_unlock(pthread_rwlock_t *_Nonnull lock);

// stat(2)
struct stat {
  int32_t st_dev;
  uint16_t st_mode;
  uint16_t st_nlink;
  uint64_t st_ino;
  uint32_t st_uid;
  uint32_t st_gid;
  int32_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  int64_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
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

// types(5)
typedef uint16_t mode_t;
typedef int64_t off_t;
typedef uint32_t uid_t;
typedef int32_t pid_t;
typedef long ssize_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint16_t nlink_t;

// intro(2)
#define EPERM 1
#define ENOENT 2
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define ELOOP 62
#define ENAMETOOLONG 63
#define EDQUOT 69
#define ENOTSUP 45
#define ESTALE 70
#define ENOSYS 78
char *strerror(int code);
void *memchr(const void *bytes, int byte, size_t count);

// open(2), stat(2), unlink(2), rename(2), flock(2)
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_NONBLOCK 4
#define O_APPEND 8
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_EXCL 0x800
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define AT_SYMLINK_NOFOLLOW 0x20
#define AT_REMOVEDIR 0x80
#define SEEK_SET 0
#define SEEK_END 2
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define F_GETFD 1
#define F_SETFD 2
#define F_SETFL 4
#define FD_CLOEXEC 1
int fstat(int descriptor, struct stat *status);
int lstat(const char *path, struct stat *status);
int fstatat(int folder, const char *path, struct stat *status, int flag);
int mkdir(const char *path, mode_t mode);
int link(const char *from, const char *to);
int mkdirat(int folder, const char *path, mode_t mode);
int rename(const char *from, const char *to);
int unlink(const char *path);
int unlinkat(int folder, const char *path, int flag);
int linkat(int from, const char *old, int to, const char *new_, int flag);
int renameat(int from, const char *old, int to, const char *new_);
int flock(int descriptor, int operation);
int dup(int descriptor);
int dup2(int from, int to);
int pipe(int ends[2]);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset);
ssize_t write(int descriptor, const void *bytes, size_t count);
off_t lseek(int descriptor, off_t offset, int whence);
int ftruncate(int descriptor, off_t length);
ssize_t readlink(const char *path, char *buffer, size_t size);
int isatty(int descriptor);
uid_t getuid(void);
uid_t geteuid(void);
pid_t getpid(void);
pid_t getpgrp(void);
int usleep(unsigned int);
int pause(void);
int sched_yield(void);
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

// directory(3)
typedef struct {
  int __dd_fd;
} DIR;
struct dirent {
  ino_t d_ino;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

// stdio(3), string(3), stdlib(3), dlfcn
typedef struct __sFILE {
  int _file;
} FILE;
extern FILE *stdout;
#define _IONBF 2
int setvbuf(FILE *file, char *buffer, int mode, size_t size);
int fflush(FILE *file);
char *getenv(const char *name);
int unsetenv(const char *name);
int atoi(const char *text);
void *memset(void *bytes, int value, size_t count);
void free(void *_Nullable bytes);
char *strstr(const char *text, const char *part);
char *strrchr(const char *text, int character);
void *dlsym(void *handle, const char *symbol);
void exit(int status) __attribute__((noreturn));
void _exit(int status) __attribute__((noreturn));
char *setlocale(int category, const char *locale);
#define LC_ALL 0
#define LC_CTYPE 2

// signal(3), sigaction(2)
typedef uint32_t sigset_t;
typedef void (*sig_t)(int);
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGTERM 15
#define SIGURG 16
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGXFSZ 25
#define SIGWINCH 28
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
sig_t signal(int number, sig_t handler);
int kill(pid_t process, int number);
int raise(int number);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int pthread_kill(pthread_t _Nonnull thread, int number);
pthread_t _Nonnull pthread_self(void);
typedef unsigned long pthread_key_t;
int pthread_key_create(pthread_key_t *key, void (*_Nullable destructor)(void *_Nonnull));
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);

// termios(4), tty(4)
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed;
  speed_t c_ospeed;
};
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
#define TCSADRAIN 1
#define ICRNL 0x00000100
#define VSUSP 10
#define OPOST 0x00000001
#define ISIG 0x00000080
// fpathconf(2)
#define _PC_VDISABLE 9
long fpathconf(int descriptor, int name);
void cfmakeraw(struct termios *mode);
int tcgetattr(int descriptor, struct termios *mode);
int tcsetattr(int descriptor, int actions, const struct termios *mode);

// posix_spawn(2), wait(2)
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
int posix_spawn(
    pid_t *_Nonnull process, const char *_Nonnull path,
    const posix_spawn_file_actions_t _Nullable *_Nullable actions,
    const posix_spawnattr_t _Nullable *_Nullable attributes,
    char *_Nullable const arguments[_Nonnull], char *_Nullable const environment[_Nullable]);
pid_t waitpid(pid_t process, int *_Nullable status, int options);
#define WUNTRACED 0x00000002
char *_Nullable strdup(const char *_Nonnull text);

// poll(2), socket(2)
struct pollfd {
  int fd;
  short events;
  short revents;
};
typedef unsigned int nfds_t;
#define POLLIN 1
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
int poll(struct pollfd *waits, nfds_t count, int milliseconds);
struct sockaddr {
  uint8_t sa_len;
  sa_family_t sa_family;
  char sa_data[14];
};
struct linger {
  int l_onoff;
  int l_linger;
};
#define IPPROTO_TCP 6
#define TCP_NODELAY 1
#define SO_LINGER 0x80
#define SHUT_WR 1
#define SHUT_RDWR 2
#define MSG_PEEK 2
int socket(int domain, int type, int protocol);
int bind(int socket, const struct sockaddr *address, socklen_t size);
int listen(int socket, int backlog);
int connect(int socket, const struct sockaddr *address, socklen_t size);
int accept(int socket, struct sockaddr *_Nullable address, socklen_t *_Nullable size);
int getsockname(int socket, struct sockaddr *_Nullable address, socklen_t *_Nullable size);
ssize_t send(int socket, const void *bytes, size_t count, int flags);
ssize_t recv(int socket, void *bytes, size_t count, int flags);
int shutdown(int socket, int how);
