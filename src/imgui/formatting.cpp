// How Dear ImGui makes its windows' names: the few conversions that it uses for them. A C library's printf would bring its floating
// point along. Numbers on the screen are app/number.h's.
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "imgui.h"
#include "imgui_internal.h"

namespace {

class Line {  // what does not fit is counted, not written
public:
    Line(char* buffer, std::size_t size) : buffer_(buffer), room_(size > 0 ? size - 1 : 0) {}

    void add(char c) {
        if (buffer_ && length_ < room_) buffer_[length_] = c;
        ++length_;
    }

    void add_text(const char* text, int most) {
        if (!text) text = "(null)";
        for (int i = 0; text[i] != 0 && i != most; ++i) add(text[i]);
    }

    void add_number(std::uint64_t value, unsigned base, bool capitals, int width, char fill) {
        const char* const alphabet = capitals ? "0123456789ABCDEF" : "0123456789abcdef";
        char digits[24];
        int count = 0;
        do {
            digits[count++] = alphabet[value % base];
            value /= base;
        } while (value > 0);
        for (int i = count; i < width; ++i) add(fill);
        while (count > 0) add(digits[--count]);
    }

    int finish(std::size_t size) {
        if (buffer_ && size > 0) buffer_[length_ < room_ ? length_ : room_] = 0;
        return static_cast<int>(buffer_ && size > 0 && length_ > room_ ? room_ : length_);
    }

private:
    char* buffer_;
    std::size_t room_, length_ = 0;
};

int read_count(const char*& format, va_list* arguments) {
    if (*format == '*') {
        ++format;
        return va_arg(*arguments, int);
    }
    int count = 0;
    for (; *format >= '0' && *format <= '9'; ++format) count = count * 10 + (*format - '0');
    return count;
}

// One conversion, after its '%'. False where it is none of those that names are made of.
bool convert(Line& line, const char*& format, va_list* arguments) {
    const char fill = *format == '0' ? '0' : ' ';
    const int width = read_count(format, arguments);
    int precision = -1;
    if (*format == '.') precision = read_count(++format, arguments);
    switch (*format) {
        case '%':
            line.add('%');
            return true;
        case 's':
            line.add_text(va_arg(*arguments, const char*), precision);
            return true;
        case 'd':
        case 'i': {
            const std::int64_t value = va_arg(*arguments, int);
            if (value < 0) line.add('-');
            line.add_number(static_cast<std::uint64_t>(value < 0 ? -value : value), 10, false, value < 0 ? width - 1 : width, fill);
            return true;
        }
        case 'u':
        case 'x':
        case 'X':
            line.add_number(va_arg(*arguments, unsigned), *format == 'u' ? 10 : 16, *format == 'X', width, fill);
            return true;
        case 'p':
            line.add_number(reinterpret_cast<std::uintptr_t>(va_arg(*arguments, void*)), 16, false, width, fill);
            return true;
        default:
            return false;
    }
}

}  // namespace

int ImFormatStringV(char* buffer, std::size_t size, const char* format, va_list given) {
    va_list arguments;
    va_copy(arguments, given);
    Line line(buffer, size);
    for (; *format != 0; ++format) {
        if (*format != '%') {
            line.add(*format);
        } else if (!convert(line, ++format, &arguments)) {
            IM_ASSERT(false && "a conversion that no name is made with");
            break;
        }
    }
    va_end(arguments);
    return line.finish(size);
}

int ImFormatString(char* buffer, std::size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = ImFormatStringV(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

// Dear ImGui reads the settings of windows and typed numbers with it; this program saves no settings and reads numbers itself. Its
// backend reads which GLSL it is to write ("#version 300 es"), and that must be answered.
extern "C" int dikkat_scans_version(const char* text, const char* format, ...) {
    const std::size_t words = std::strlen("#version ");
    if (std::strcmp(format, "#version %d") != 0 || std::strncmp(text, format, words) != 0) return 0;
    va_list arguments;
    va_start(arguments, format);
    *va_arg(arguments, int*) = std::atoi(text + words);
    va_end(arguments);
    return 1;
}
