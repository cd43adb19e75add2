import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keysOf, type Problem, stillReported, unreported } from './problems.ts';

it('whoever is told of what is new is told of every problem once each time that it begins, and no more often', () => {
  const problem = (key: string): Problem => ({ keys: [key], name: key, what: 'gone', path: '' });
  // At each look: the problems that there are, and whether an email may be sent.
  const looks = fc.array(fc.tuple(fc.uniqueArray(fc.constantFrom('a', 'b', 'c')), fc.boolean()), { maxLength: 30 });
  fc.assert(
    fc.property(looks, (all) => {
      let told: string[] = [];
      // What the last email has told, and has lasted at each look since.
      let lasting = new Set<string>();
      for (const [keys, mayMail] of all) {
        const problems = keys.map(problem);
        told = stillReported(problems, told);
        lasting = lasting.intersection(new Set(keys));
        const isNew = unreported(problems, told).length > 0;
        expect(isNew).toBe(keys.some((key) => !lasting.has(key)));
        if (!isNew || !mayMail) continue;
        told = keysOf(problems);
        lasting = new Set(keys);
      }
    }),
  );
});
