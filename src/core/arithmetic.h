// Elementary functions of our own: the same bits natively, in wasm and beside every C library. Not PyTorch's generator's
// log and sine, which follow torch's own steps (random.cpp).
#pragma once

namespace dikkat {

// e^x to about one unit in the last place; exactly 0 for -infinity, exactly 1 for 0, NaN for NaN.
template <class Scalar>
Scalar exponential(Scalar x);
extern template float exponential(float);
extern template double exponential(double);

template <class Scalar>
Scalar logarithm(Scalar x);  // natural; -infinity for 0, NaN below
extern template float logarithm(float);
extern template double logarithm(double);

template <class Scalar>
Scalar hyperbolic_tangent(Scalar x);  // odd to the bit; +-1 for +-infinity
extern template float hyperbolic_tangent(float);
extern template double hyperbolic_tangent(double);

template <class Scalar>
Scalar error_function(Scalar x);  // erf; odd to the bit
extern template float error_function(float);
extern template double error_function(double);

}  // namespace dikkat
