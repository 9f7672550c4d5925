// Reads a lesson.json. Its shape is lesson.h's: keys are the members' names in snake_case, what has its default may be left out, an
// unknown key is an error. Words are {"tr": "...", "en": "..."} or one string for both languages. Commands are written as everywhere.
//
// {
//   "id": "multi-head", "number": 2, "title": Words, "short_title": Words,
//   "document": {
//     "tokens": ["Kedi", ...],
//     "parts": [{"model": "multi_head_attention", "config": {"d": 8, "heads": 2, "scaled": true, "output_projection": false},
//                "draws": [{"values": "x", "numbers": [[1.5, 0, ...], ...]},            numbers flat or by rows
//                          {"zeros": "wq"}, {"ones": "wq"}, {"identity": "wo"},
//                          {"manual_seed": 2426},
//                          {"randn": "wq[0:4, 0:4]", "factor": 0.5},                    a region [rows, columns]; "wq" is all of it
//                          {"named_randn": "moved", "count": 8}]},
//               {"name": "separate", "model": "separate_heads"}],
//     "seed": 0, "mask": "none", "perturbed_together": ["q", "k", "v"]
//   },                                            also, mostly in saved states: drawn_tokens, new_words, custom_mask,
//                                                 overrides [{"tensor", "head"?, "row", "col", "value"}], perturbations, column_order
//   "selection": {"row": 4, "cell": {"tensor": "head0.scores", "row": 4, "col": 0}},
//   "looks": {"head0.scores": {"label": Words, "title": Words, "role": "weights", "formula": "...", "caption": Words, "bound": 4,
//             "decimals": 2, "column_groups": [{"begin", "end", "title", "note"?}], "blocks": [{"row", "column", "rows", "columns"}]}},
//   "variants": {"causal": {"commands": [{"type": "set_mask", "mask": "causal"}]}},
//   "checks": [{"id", "kind", "text": Words, "detail"?: Words, "tensor"?, "other"?, "variant"?, "rows"?: [], "row"?, "column"?, "bound"?}],
//   "screen": {"legends": ["weights", "signed"],
//              "controls": [{"id", "label": Words, "is_button"?: true,
//                            "options": [{"label"?: Words, "commands": [Command], "when"?: "mask=causal"}]}],
//              "ribbons": [{"title": Words, "tensor"}],
//              "columns": [{"lanes": [{"title"?: Words, "stations": [{"tensor", "numbers"?, "perturb"?, "required"?}]}]}],
//              "thumbnails": [{"label": Words, "tensor"}], "narrow_row": "x"},
//   "steps": [{"id", "commands"?: [Command], "spotlight"?: ["x"],
//              "question"?: {"id", "options": [Words], "correct"?: 0, "reveal"?: [Command]}}]
// }
//
// Models and their settings: "attention" {d, scaled} with leaves q, k, v (tokens x d); "multi_head_attention" {d, heads, scaled,
// output_projection} with leaves x (tokens x d), wq, wk, wv and, with an output projection, wo (d x d, the identity at first);
// "separate_heads" has no leaves: it reads the main part's, and its settings are the main part's unless given.
//
// Kinds of checks: "rows_sum_to_one" {tensor, bound}, "equal" {tensor, other, bound}, "row_equal" {tensor, other, row, bound},
// "zero_above_diagonal" {tensor}, "unchanged_rows" and "changed_rows" {tensor, rows}, "argmax" {tensor, row, column}, "at_least" and
// "at_most" {tensor, row, column, bound}, "cell_equals" {tensor, row, column, bound}. A tensor may be another's document: "weights@causal".
// rows_sum_to_one and zero_above_diagonal take several tensors, separated by spaces.

#include "app/codec.h"
#include "app/lesson.h"
