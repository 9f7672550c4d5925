// The window program. What happens in it, from the top: shell/platform feeds it input and asks for frames, shell/program makes a
// frame, ui/screen draws it from app/session, which evaluates the document and carries out the commands that come back.
#include "shell/platform.h"

int main(int argument_count, char** arguments) { return dikkat::run(argument_count, arguments); }
