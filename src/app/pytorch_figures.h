// What a script prints: the lesson's checks and the loss as PyTorch measures them. A check of a variant asks for the variant.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/pytorch.h"
#include "app/pytorch_model.h"

namespace dikkat::pytorch {

class Figures {
public:
    Figures(const PyTorchSubject& subject, Scenario& main, Kept& kept) : subject_(subject), main_(main), kept_(kept) {}

    void prepare();  // the variants that the checks ask for, and what of them is needed
    void write();    // once they are written
    std::map<std::string, Scenario>& variants() { return variants_; }
    Lines lines;

private:
    struct Place {  // a tensor that a check looks at
        Scenario* scenario = nullptr;
        NodeId node = kNoNode;

        bool exists() const { return node != kNoNode; }
        const Node& operator*() const { return scenario->built.graph()[node]; }
        const std::string& text() const { return (*scenario)[node]; }
    };

    Scenario* variant(const std::string& name, Document document);
    Scenario* lesson_variant(std::string_view name);
    Place place(const Check& check, std::string name, bool before = false);
    std::vector<Place> places(const Check& check);
    Place reference(const Check& check);  // what a tensor is compared with: another one, or what it was before
    Scenario* series_of(const Check& check);
    bool can_measure(const Check& check, std::string_view expression, const std::vector<Place>& places) const;
    std::string measured(const Check& check);  // its expression; until the tensors are written, only marks which are needed
    std::string swept(const Check& check);
    std::string count_of(const std::string& part) const;
    void add(std::string_view name, std::string_view expression);
    void write_loss();

    const PyTorchSubject& subject_;
    Scenario& main_;
    Kept& kept_;
    std::map<std::string, Scenario> variants_;
    bool written_ = false;
};

// Of the losses that are linear in their tensor.
std::string loss_expression(const Loss& loss, const std::string& tensor, const Shape& shape);

}  // namespace dikkat::pytorch
