#include "ranks.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "clausius/core/errors.h"

#ifdef CLAUSIUS_MPI
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#endif

namespace clausius {

#ifdef CLAUSIUS_MPI
template <class Archive>
void serialize(Archive& archive, Task& task) {
  archive(task.id, task.arguments, task.input);
}
template <class Archive>
void serialize(Archive& archive, TaskEnd& end) {
  archive(end.id, end.code, end.signal, end.errors);
}
#endif

namespace app {

namespace {

/// Whether mpirun has started this process together with others.
bool has_company() {
  // The first is set by OpenMPI; the second by MPICH, related libraries and Slurm's srun.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name); size != nullptr && std::string_view(size) != "1")
      return true;
  return false;
}

}  // namespace

#ifdef CLAUSIUS_MPI

namespace {

using std::chrono::milliseconds;

/// Kinds of messages: a task or its end, a request to stop all tasks, the end of the sweep.
enum Tag { kTask = 1, kEnd, kStop, kLeave };

constexpr milliseconds kBetweenLooks{5};

template <class Content>
Content unpacked(const std::string& bytes) {
  Content content;
  from_bytes(bytes, content);
  return content;
}

void send(int rank, Tag tag, const std::string& bytes = {}) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

struct Message {
  int rank = 0, tag = 0;
  std::string bytes;
};

/// A message that has arrived.
std::optional<Message> received() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, status.MPI_TAG,
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.rank, message.tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

/// Number of slots of all ranks; the first entries are those of the first rank.
class MpiWorkers : public Workers {
 public:
  MpiWorkers(int ranks, std::size_t slots)
      : local_(local_workers(slots)), slots_(slots), busy_(static_cast<std::size_t>(ranks), 0) {}
  ~MpiWorkers() override {
    for (std::size_t rank = 1; rank < busy_.size(); ++rank) send(static_cast<int>(rank), kLeave);
  }
  MpiWorkers(const MpiWorkers&) = delete;
  MpiWorkers& operator=(const MpiWorkers&) = delete;

  [[nodiscard]] std::size_t slots() const override { return slots_ * busy_.size(); }
  [[nodiscard]] std::size_t running() const override {
    std::size_t sum = local_->running();
    for (const std::size_t one : busy_) sum += one;
    return sum;
  }

  void start(Task task) override {
    const auto free = std::min_element(busy_.begin() + 1, busy_.end());
    if (free == busy_.end() || *free >= slots_) return local_->start(std::move(task));
    ++*free;
    send(static_cast<int>(free - busy_.begin()), kTask, to_bytes(task));
  }

  std::optional<TaskEnd> wait(milliseconds patience) override {
    for (milliseconds waited{0};; waited += kBetweenLooks) {
      if (const auto message = received()) {
        --busy_[static_cast<std::size_t>(message->rank)];
        return unpacked<TaskEnd>(message->bytes);
      }
      if (auto end = local_->wait(kBetweenLooks)) return end;
      if (waited >= patience) return std::nullopt;
    }
  }

  void stop() override {
    local_->stop();
    for (std::size_t rank = 1; rank < busy_.size(); ++rank) send(static_cast<int>(rank), kStop);
  }

 private:
  std::unique_ptr<Workers> local_;
  std::size_t slots_;
  std::vector<std::size_t> busy_;  ///< tasks of each rank except the first
};

class MpiRanks : public Ranks {
 public:
  MpiRanks() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiRanks() override { MPI_Finalize(); }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  [[nodiscard]] bool is_first() const override { return rank_ == 0; }
  std::unique_ptr<Workers> workers(std::size_t slots) override {
    return std::make_unique<MpiWorkers>(size_, slots);
  }

  void serve(std::size_t slots) override {
    const std::unique_ptr<Workers> local = local_workers(slots);
    bool is_over = false;
    while (!is_over || local->running() > 0) {
      if (const auto message = received()) {
        if (message->tag == kTask) local->start(unpacked<Task>(message->bytes));
        if (message->tag == kStop || message->tag == kLeave) local->stop();
        is_over = is_over || message->tag == kLeave;
      }
      if (const auto end = local->wait(kBetweenLooks)) send(0, kEnd, to_bytes(*end));
    }
  }

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<Ranks> mpi_ranks() {
  return has_company() ? std::make_unique<MpiRanks>() : nullptr;
}

#else

std::unique_ptr<Ranks> mpi_ranks() {
  if (has_company())
    throw InputError("mpirun",
                     "this program was built without MPI; allowed: a build that finds OpenMPI, "
                     "or --shard I/N");
  return nullptr;
}

#endif

}  // namespace app

}  // namespace clausius
