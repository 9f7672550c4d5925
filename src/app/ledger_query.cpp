#include "app/ledger_query.h"

#include <span>

#include "app/json.h"
#include "app/number.h"
#include "app/tensor_query.h"

namespace dikkat {

namespace {

void write_matrices(JsonWriter& json, const ParameterGroup& group) {
    json.key("matrices");
    json.begin_array();
    for (const Matrix& matrix : group.matrices) {
        json.begin_object();
        json.field("name", matrix.name);
        json.field("pytorch", matrix.pytorch);
        json.field("shape", extents(matrix.shape));
        json.field("count", matrix.count);
        json.end_object();
    }
    json.end_array();
}

void write_groups(JsonWriter& json, const PartParameters& part) {
    json.key("groups");
    json.begin_array();
    for (const ParameterGroup& group : part.groups) {
        json.begin_object();
        json.field("name", group.name);
        json.field("layer", group.layer);
        json.field("count", group.count);
        write_matrices(json, group);
        json.end_object();
    }
    json.end_array();
}

template <class Scalar>
void write_run(JsonWriter& json, const char* name, const DepthRun<Scalar>& run) {
    json.key(name);
    json.begin_object();
    json.field("input_gradient", run.input_gradient);
    json.field("activation_norms", run.activation_norms);
    json.field("gradient_norms", run.gradient_norms);
    json.end_object();
}

}  // namespace

std::string parameters_json(const Session& session) {
    JsonWriter json;
    json.begin_object();
    json.key("parts");
    json.begin_array();
    for (const PartParameters& part : session.parameters()) {
        json.begin_object();
        json.field("part", part.part);
        json.field("model", part.model);
        json.field("count", part.count);
        write_groups(json, part);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.text();
}

Result<std::string> sweep_json(const Session& session, std::string_view id) {
    const SweepReading* sweep = session.sweep(id);
    if (!sweep) return Error{"unknown_sweep", {{"sweep", std::string(id)}}};
    if (sweep->error) return *sweep->error;
    JsonWriter json;
    json.begin_object();
    json.field("id", sweep->id);
    json.field("depth", sweep->depth);
    json.field("done", sweep->done);
    json.key("series");
    json.begin_array();
    for (const SeriesReading& series : sweep->series) {
        json.begin_object();
        json.field("id", series.id);
        write_run(json, "float32", series.in_float);
        write_run(json, "float64", series.in_double);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.text();
}

Result<std::string> loss_json(const Session& session) {
    const Result<float> loss = session.loss();
    if (!loss) return loss.error();
    JsonWriter json;
    json.begin_object();
    json.field("value", loss.value());
    json.field("text", fixed(static_cast<double>(loss.value()), 4));
    json.end_object();
    return json.text();
}

}  // namespace dikkat
