/** Makes a value when it is first asked for, and keeps it: for tables that would take time in every program that imports the library. */
export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
