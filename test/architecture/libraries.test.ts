import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isProduction, projectFiles, root } from './project/project.ts';

const names = readdirSync(`${root}/libraries`);

describe.each(names)('libraries/%s', (name) => {
  it('mentions nothing of the product', () => {
    const sources = projectFiles().filter((file) => file.path.startsWith(`libraries/${name}/`) && isProduction(file));
    expect(sources.length).toBeGreaterThan(0);
    expect(
      sources.filter(({ text }) => /lyceum|institution|integration|decisions \d/i.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('has a README and an index', () => {
    for (const file of ['README.md', 'index.ts']) expect(existsSync(`${root}/libraries/${name}/${file}`)).toBe(true);
  });
});
