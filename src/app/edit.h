// edit: the commands that change a Document, one function each. On an Error the document may be half changed: apply.h works on a
// copy.
#pragma once

#include <span>

#include "app/command.h"
#include "core/result.h"

namespace dikkat {

Result<Done> edit(Document& document, const SetCell& command);
Result<Done> edit(Document& document, const SetRow& command);
Result<Done> edit(Document& document, const SetTensor& command);
Result<Done> edit(Document& document, const ResetCells& command);
Result<Done> edit(Document& document, const SwapColumns& command);
Result<Done> edit(Document& document, const PerturbRow& command);
Result<Done> edit(Document& document, const SetMask& command);
Result<Done> edit(Document& document, const SetMaskCell& command);
Result<Done> edit(Document& document, const SetConfig& command);
Result<Done> edit(Document& document, const SetSeed& command);
Result<Done> edit(Document& document, const SetTokens& command);
Result<Done> edit(Document& document, const SetLoss& command);

// The document with the commands carried out in order; those that change the view alone are passed over.
Result<Document> edited(Document document, std::span<const Command> commands);
// The same for somebody who builds the document at once: whether a setting's model can be built is left to that.
Result<Document> edited_to_build(Document document, std::span<const Command> commands);

}  // namespace dikkat
