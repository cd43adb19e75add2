/** A resource's names, in each spelling. */
export function namesOf(service: string, kebab: string) {
  const words = kebab.replaceAll('-', ' ');
  const Name = kebab.replaceAll(/(^|-)[a-z]/g, (start) => start.slice(-1).toUpperCase());
  const name = Name[0]?.toLowerCase() + Name.slice(1);
  const snake = kebab.replaceAll('-', '_');
  return {
    ...{ service, words, Name, name, names: `${name}s`, Names: `${Name}s`, kebab, kebabs: `${kebab}s` },
    ...{ snake, snakes: `${snake}s`, CODE: snake.toUpperCase(), title: `${words[0]?.toUpperCase()}${words.slice(1)}s` },
  };
}

export type Names = ReturnType<typeof namesOf>;
