import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFiles, root } from '../architecture/project/project.ts';

const sources = projectFiles()
  .filter(({ path }) => path.endsWith('.ts') && !path.includes('.test.'))
  .map(({ text }) => text)
  .join('\n');

it.each(['runbook.md', 'runbook-events.md'])('the log messages that %s searches for are those of the code', (page) => {
  const searched = [...readFileSync(`${root}/docs/${page}`, 'utf8').matchAll(/grep (?:-\w+ )*'([^']+)'/g)]
    .flatMap(([, pattern = '']) => pattern.split('\\|'))
    // Fields of a log line.
    .filter((text) => !text.includes('"'));
  expect(searched.length).toBeGreaterThan(0);
  expect(searched.filter((text) => !sources.includes(text))).toEqual([]);
});
