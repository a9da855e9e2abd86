/// Evaluates an expression, and throws its error as one of another type.
package func rethrowing<Value, Own: Error, Shown: Error>(
  _ work: @autoclosure () throws(Own) -> Value, as shown: (Own) -> Shown
) throws(Shown) -> Value {
  do throws(Own) {
    return try work()
  } catch {
    throw shown(error)
  }
}
