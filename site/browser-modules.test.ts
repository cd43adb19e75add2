import { expect, it } from 'vitest';
import { searchModules } from './browser-modules.ts';

it('browsers find every module that one of them imports', async () => {
  const modules = await searchModules();
  const imported = modules.flatMap(({ content }) =>
    [...String(content).matchAll(/^import .* from '\.\/([\w-]+\.js)'/gm)].map(([, name]) => `/docs/search/${name}`),
  );
  expect(imported).toContain('/docs/search/excerpt.js');
  expect(modules.map(({ path }) => path)).toEqual(expect.arrayContaining(imported));
});
