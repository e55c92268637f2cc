#include "clausius/study/simulation.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <fstream>
#include <memory>

#include "python/bindings.h"
#include "python/measurement.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

/// An array of NumPy that views `count` rows of `width` numbers, which live as long as `owner`.
template <class Owner>
py::array view(const std::shared_ptr<const Owner>& owner, const double* data, std::size_t count,
               std::size_t width, std::size_t stride) {
  const py::capsule kept(new std::shared_ptr<const Owner>(owner), [](void* pointer) {
    delete static_cast<std::shared_ptr<const Owner>*>(pointer);
  });
  py::array array(py::dtype::of<double>(), {count, width}, {stride, sizeof(double)}, data, kept);
  array.attr("flags").attr("writeable") = false;
  return array;
}

template <class Owner, class Vector>
py::array view(const std::shared_ptr<const Owner>& owner, const std::vector<Vector>& vectors) {
  return view(owner, vectors.empty() ? nullptr : vectors.front().data(), vectors.size(),
              static_cast<std::size_t>(Vector::SizeAtCompileTime), sizeof(Vector));
}

/// A gas of either dimension.
class AnySimulation {
 public:
  virtual ~AnySimulation() = default;
  virtual void equilibrate(RunLength length, std::int64_t samples) = 0;
  virtual void run(RunLength length, std::int64_t samples) = 0;
  virtual void resume() = 0;
  virtual void on_sample(py::object function) = 0;
  virtual void on_collisions(py::object function, std::size_t batch) = 0;
  virtual void add(py::handle watcher) = 0;
  virtual double time() = 0;
  virtual std::int64_t collisions() = 0;
  virtual py::array positions() = 0;
  virtual py::array velocities() = 0;
  virtual py::object orientations() = 0;
  virtual py::object angular_velocities() = 0;
  virtual py::array species() = 0;
  virtual py::array box() = 0;
  virtual std::vector<Observable> observables() = 0;
  virtual py::dict tables() = 0;
  virtual std::uint64_t record_hash() = 0;
  virtual void save(const std::string& file) = 0;
  virtual void load(const std::string& file) = 0;
};

/// Calls a function at every sample, and measures nothing.
template <int Dim>
class AtSamples final : public ViewOfBooks<Dim> {
 public:
  explicit AtSamples(std::function<void()> call) : call_(std::move(call)) {}
  void on_sample(const Sample<Dim>& /*sample*/) override { call_(); }

 private:
  std::function<void()> call_;
};

template <int Dim>
class MovedGas final : public AnySimulation {
 public:
  explicit MovedGas(const StudyConfig& study)
      : study_(study), simulation_(std::make_shared<Simulation<Dim>>(study)) {}

  void equilibrate(RunLength length, std::int64_t samples) override {
    move([=, this] { simulation_->equilibrate(length, samples); });
  }
  void run(RunLength length, std::int64_t samples) override {
    move([=, this] { simulation_->run(length, samples); });
  }
  void resume() override {
    move([this] { simulation_->resume(); });
  }

  void on_sample(py::object function) override {
    require_still();
    const std::size_t index = functions_.size();
    functions_.push_back(std::move(function));
    watch([this, index](Simulation<Dim>& gas) {
      gas.template add<AtSamples<Dim>>(
          [this, index] { caller_.foreman->call([&] { show_sample(index); }); });
    });
  }

  void on_collisions(py::object function, std::size_t batch) override {
    require_still();
    if (batch == 0) throw InputError({"", 0, 0, "batch", "0; allowed: a whole number from 1"});
    const std::size_t index = functions_.size();
    functions_.push_back(std::move(function));
    watch([this, index, batch](Simulation<Dim>& gas) {
      batches_.push_back(
          &gas.template add<Batches<Dim>>(batch, [this, index](typename Batches<Dim>::Rows& rows) {
            return caller_.foreman->call([&] { functions_[index](array_of(std::move(rows))); });
          }));
    });
  }

  void add(py::handle watcher) override {
    require_still();
    watch([this, watcher](Simulation<Dim>& gas) {
      gas.template add<MeasuredInPython<Dim>>(watcher, caller_);
    });
  }

  double time() override {
    require_readable();
    return simulation_->time();
  }
  std::int64_t collisions() override {
    require_readable();
    return static_cast<std::int64_t>(simulation_->counters().collisions);
  }
  py::array positions() override { return view(state(), state()->position); }
  py::array velocities() override {
    require_readable();
    const VelocitiesInPlace in_place = simulation_->velocities_in_place();
    if (in_place.first == nullptr) return view(state(), state()->velocity);
    return view(std::shared_ptr<const Simulation<Dim>>(simulation_), in_place.first, in_place.count,
                Dim, in_place.stride);
  }
  py::object orientations() override {
    const std::shared_ptr<const Snapshot> now = snapshot();
    if (now->orientation.empty()) return py::none();
    using Quaternion = Eigen::Quaterniond;
    static_assert(sizeof(Quaternion) == 4 * sizeof(double));
    return view(now, now->orientation.front().coeffs().data(), now->orientation.size(), 4,
                sizeof(Quaternion));
  }
  py::object angular_velocities() override {
    const std::shared_ptr<const Snapshot> now = snapshot();
    if (now->angular_velocity.empty()) return py::none();
    return view(now, now->angular_velocity);
  }
  py::array species() override {
    const auto& species = state()->species;
    return py::array_t<std::uint8_t>(static_cast<py::ssize_t>(species.size()), species.data());
  }
  py::array box() override {
    require_readable();
    const auto& size = simulation_->gas().box.size;
    return py::array_t<double>(static_cast<py::ssize_t>(Dim), size.data());
  }

  std::vector<Observable> observables() override {
    require_still();
    return simulation_->observables();
  }
  py::dict tables() override {
    require_still();
    py::dict tables;
    for (const Table& table : simulation_->tables())
      tables[py::str(table.name)] = columns_of(table);
    return tables;
  }
  std::uint64_t record_hash() override {
    require_still();
    return simulation_->record_hash();
  }

  void save(const std::string& file) override {
    require_still();
    std::ofstream stream(file, std::ios::binary);
    simulation_->save(stream);
    stream.close();
    if (!stream) throw OutputError(file + ": cannot be written");
  }
  void load(const std::string& file) override {
    require_still();
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw InputError(file, "cannot be read; allowed: a file that save() wrote");
    // Into another simulation: this one stays if the file is at fault, and as long as velocities
    // in it are in use.
    const auto loaded = std::make_shared<Simulation<Dim>>(study_);
    const std::vector<Batches<Dim>*> before = std::exchange(batches_, {});
    try {
      for (const auto& add_to : watches_) add_to(*loaded);
      loaded->load(stream);
    } catch (...) {
      batches_ = before;
      throw;
    }
    simulation_ = loaded;
    state_ = nullptr;
  }

 private:
  /// Moves the gas, with calls of functions on this thread.
  void move(const std::function<void()>& how) {
    require_still();
    state_ = nullptr;
    Foreman foreman;
    caller_.foreman = &foreman;
    simulation_->interrupt_on(foreman.stop());
    const auto end = [this] {
      caller_.foreman = nullptr;
      state_ = nullptr;
      simulation_->interrupt_on(nullptr);
    };
    try {
      foreman.carry_out([&] {
        how();
        for (Batches<Dim>* one : batches_) one->flush();
      });
    } catch (...) {
      end();
      throw;
    }
    end();
  }

  /// Adds an observer or a measurement to the simulation, and to those that are loaded.
  void watch(std::function<void(Simulation<Dim>&)> add_to) {
    add_to(*simulation_);
    watches_.push_back(std::move(add_to));
  }
  void show_sample(std::size_t index) {
    state_ = nullptr;
    is_sample_ = true;
    try {
      functions_[index]();
    } catch (...) {
      is_sample_ = false;
      throw;
    }
    is_sample_ = false;
  }

  void require_still() const {
    if (caller_.foreman != nullptr)
      throw std::runtime_error(
          "the gas is moving; allowed during a run: time, collisions, positions, velocities, "
          "orientations, angular_velocities, species and box, in a function of on_sample()");
  }
  void require_readable() const {
    if (!is_sample_) require_still();
  }

  std::shared_ptr<const State<Dim>> state() {
    require_readable();
    if (!state_) {
      state_ = std::make_shared<const State<Dim>>(simulation_->state());
      snapshot_ = nullptr;
    }
    return state_;
  }
  std::shared_ptr<const Snapshot> snapshot() {
    const std::shared_ptr<const State<Dim>> now = state();
    if (!snapshot_) snapshot_ = std::make_shared<const Snapshot>(to_snapshot(*now, study_));
    return snapshot_;
  }

  StudyConfig study_;
  std::vector<py::object> functions_;            // touched with the interpreter held only
  Caller caller_;                                // with a foreman while the gas moves
  std::shared_ptr<Simulation<Dim>> simulation_;  // views of its velocities keep it
  std::vector<std::function<void(Simulation<Dim>&)>> watches_;
  std::vector<Batches<Dim>*> batches_;
  std::shared_ptr<const State<Dim>> state_;  // of this instant; null: not asked for
  std::shared_ptr<const Snapshot> snapshot_;
  bool is_sample_ = false;  // whether a function of on_sample() is called
};

std::unique_ptr<AnySimulation> make(const StudyConfig& study) {
  std::unique_ptr<AnySimulation> made;
  Foreman foreman;
  foreman.carry_out([&] {
    if (study.dimensions == 2)
      made = std::make_unique<MovedGas<2>>(study);
    else
      made = std::make_unique<MovedGas<3>>(study);
  });
  return made;
}

/// The one length that is given.
RunLength length_of(const std::optional<double>& per_particle,
                    const std::optional<std::int64_t>& count, const std::optional<double>& time) {
  if (int{per_particle.has_value()} + int{count.has_value()} + int{time.has_value()} != 1)
    throw InputError(
        {"", 0, 0, "length", "allowed: one of collisions_per_particle, collisions and time"});
  if (per_particle) return collisions_per_particle(*per_particle);
  return count ? collisions(*count) : time_units(*time);
}

}  // namespace

void bind_simulation(py::module_& module) {
  const auto bind_move = [](auto& bound, const char* name, auto member) {
    bound.def(
        name,
        [member](AnySimulation& gas, const std::optional<double>& per_particle,
                 const std::optional<std::int64_t>& count, const std::optional<double>& time,
                 std::int64_t samples) {
          (gas.*member)(length_of(per_particle, count, time), samples);
        },
        py::arg("collisions_per_particle"), py::arg("collisions"), py::arg("time"),
        py::arg("samples"));
  };
  py::class_<AnySimulation> bound(module, "Simulation", "A gas that moves when it is told to.");
  bound.def(py::init(&make), py::arg("study"));
  bind_move(bound, "equilibrate", &AnySimulation::equilibrate);
  bind_move(bound, "run", &AnySimulation::run);
  bound.def("resume", &AnySimulation::resume)
      .def("on_sample", &AnySimulation::on_sample, py::arg("function"))
      .def("on_collisions", &AnySimulation::on_collisions, py::arg("function"), py::arg("batch"))
      .def("add", &AnySimulation::add, py::arg("watcher"))
      .def_property_readonly("time", &AnySimulation::time)
      .def_property_readonly("collisions", &AnySimulation::collisions)
      .def_property_readonly("positions", &AnySimulation::positions)
      .def_property_readonly("velocities", &AnySimulation::velocities)
      .def_property_readonly("orientations", &AnySimulation::orientations)
      .def_property_readonly("angular_velocities", &AnySimulation::angular_velocities)
      .def_property_readonly("species", &AnySimulation::species)
      .def_property_readonly("box", &AnySimulation::box)
      .def_property_readonly("observables", &AnySimulation::observables)
      .def_property_readonly("tables", &AnySimulation::tables)
      .def_property_readonly("record_hash", &AnySimulation::record_hash)
      .def("save", &AnySimulation::save, py::arg("file"))
      .def("load", &AnySimulation::load, py::arg("file"));
}

}  // namespace clausius::python
