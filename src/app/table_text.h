// Matrices as text, out and in: what copying puts on the clipboard and what pasting understands. Knows nothing of the screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session.h"
#include "core/result.h"

namespace dikkat {

inline constexpr int kMostTableRows = 256;
inline constexpr int kMostTableColumns = 512;

using Table = std::vector<std::vector<float>>;

// One head of a tensor: tabs between columns, a line for each row, every number in its shortest form that reads back the same.
std::string as_tsv(const TensorReading& tensor, int head);

// TSV, CSV, or semicolons with decimal commas, as spreadsheets and NumPy write them; quotes, a header row and row labels are left
// out. Errors (rows and columns count from 1, in the text as given): "empty_table", "table_too_large" {rows, columns},
// "ragged_table" {row}, "not_a_number_at" {text, row, column}.
Result<Table> parse_table(std::string_view text);

}  // namespace dikkat
