/**
 * The strongly connected component of each node that can be reached: two nodes lead to each other if they have the same
 * one (Tarjan). Without recursion, because chains may be long.
 */
export function componentsOf(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): ReadonlyMap<string, number> {
  const component = new Map<string, number>();
  const order = new Map<string, number>();
  /** The earliest node that is known to be reachable from a node, by its order. */
  const low = new Map<string, number>();
  const open: string[] = [];
  const path: { readonly node: string; readonly targets: string[] }[] = [];
  const enter = (node: string) => {
    low.set(node, order.size);
    order.set(node, order.size);
    open.push(node);
    path.push({ node, targets: [...next(node)] });
  };
  const lower = (node: string, to = 0) => low.set(node, Math.min(low.get(node) ?? 0, to));
  for (const root of nodes) {
    if (!order.has(root)) enter(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node, targets } = top;
      const target = targets.pop();
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (!component.has(target)) lower(node, order.get(target));
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before) lower(before.node, low.get(node));
      if (low.get(node) !== order.get(node)) continue;
      for (const member of open.splice(open.indexOf(node))) component.set(member, order.get(node) ?? 0);
    }
  }
  return component;
}
