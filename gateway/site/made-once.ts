/** Values that are made when they are first asked for. One that could not be made is tried again by whoever asks next. */
export class MadeOnce<Key, Value> {
  readonly #values = new Map<Key, Promise<Value>>();

  get(key: Key, make: () => Promise<Value>): Promise<Value> {
    return this.#values.getOrInsertComputed(key, () => {
      const value = make();
      value.catch(() => this.#values.delete(key));
      return value;
    });
  }
}
