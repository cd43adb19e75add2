/**
 * The fields of an object that a validator does not know. Generated validators read every field of their schema and
 * ignore others, so that a mistyped name would go unnoticed: fields that were not read are unknown.
 * @param validate reads the object it is given
 */
export function unknownFields<T extends object>(object: T, validate: (observed: T) => void): string[] {
  const seen = new Map<object, Set<PropertyKey> | 'all'>();
  const proxies = new Map<object, object>();
  const observe = <O extends object>(target: O): O => {
    const known = proxies.get(target);
    if (known) return known as O;
    const names = new Set<PropertyKey>();
    seen.set(target, names);
    const proxy = new Proxy(target, {
      get(own, name) {
        names.add(name);
        const value: unknown = Reflect.get(own, name);
        return typeof value === 'object' && value !== null ? observe(value) : value;
      },
      // A map: any name is valid.
      ownKeys(own) {
        seen.set(own, 'all');
        return Reflect.ownKeys(own);
      },
    });
    proxies.set(target, proxy);
    return proxy;
  };
  validate(observe(object));

  const unknown: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const names = seen.get(value);
    for (const [name, inner] of Object.entries(value)) {
      const fieldPath = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
      if (!Array.isArray(value) && names !== 'all' && !names?.has(name)) unknown.push(fieldPath.slice(1));
      else walk(inner, fieldPath);
    }
  };
  walk(object, '');
  return unknown;
}
