type Bounds<Value> = {
  /** Results that are kept. One more drops all of them. */
  readonly most: number
  /** Whether a result is small enough to be kept. */
  readonly isSmall?: (value: Value) => boolean
}

/** Returns the same function, which keeps its results by their key. It must give one result for one key. */
export function remembered<Key extends string | number, Value>(
  read: (key: Key) => Value,
  { most, isSmall = () => true }: Bounds<Value>,
): (key: Key) => Value {
  const kept = new Map<Key, Value>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = read(key)
    if (kept.size >= most) kept.clear()
    if (isSmall(value)) kept.set(key, value)
    return value
  }
}

/** Returns the same function, which keeps the result of an object as long as the object lives. */
export function rememberedOf<Key extends object, Value extends object>(
  read: (key: Key) => Value,
): (key: Key) => Value {
  const kept = new WeakMap<Key, Value>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = read(key)
    kept.set(key, value)
    return value
  }
}
