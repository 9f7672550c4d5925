// edit: the commands that change a Document, one function each. On an Error the document may be half changed: apply.h works on a
// copy.
#pragma once

#include <span>

#include "app/command.h"
#include "app/graphs.h"
#include "core/result.h"

namespace dikkat {

Result<Done> edit(Document& document, const SetCell& command, Graphs& graphs);
Result<Done> edit(Document& document, const SetRow& command, Graphs& graphs);
Result<Done> edit(Document& document, const SetTensor& command, Graphs& graphs);
Result<Done> edit(Document& document, const ResetCells& command, Graphs& graphs);
Result<Done> edit(Document& document, const SwapColumns& command, Graphs& graphs);
Result<Done> edit(Document& document, const PerturbRow& command, Graphs& graphs);
Result<Done> edit(Document& document, const SetMask& command, Graphs&);
Result<Done> edit(Document& document, const SetMaskCell& command, Graphs&);
Result<Done> edit(Document& document, const SetConfig& command, Graphs& graphs);
Result<Done> edit(Document& document, const SetSeed& command, Graphs&);
Result<Done> edit(Document& document, const SetTokens& command, Graphs& graphs);
Result<Done> edit(Document& document, const SetLoss& command, Graphs& graphs);

// The document with the commands carried out in order; those that change the view alone are passed over.
Result<Document> edited(Document document, std::span<const Command> commands, Graphs& graphs);
// The same for somebody who builds the document at once: whether a setting's model can be built is left to that.
Result<Document> edited_to_build(Document document, std::span<const Command> commands, Graphs& graphs);

}  // namespace dikkat
