import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from '../architecture/project/project.ts';
import { projectRoot } from '../support/process/program.ts';

const page = readFileSync(`${projectRoot}docs/runbook.md`, 'utf8');
const sources = projectFiles().filter((file) => isProduction(file) || file.path.endsWith('.proto'));

describe('docs/runbook.md', () => {
  const messages = [...page.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, message = '', remedy = '']) => ({
    message,
    remedy,
  }));

  test.each(messages)('explains a message of the product: $message', ({ message, remedy }) => {
    const parts = message.split('…').map((part) => part.trim());
    expect(
      sources.some(({ text }) => parts.every((part) => text.includes(part))),
      'This message is in no file of the product: quote it as it is now.',
    ).toBe(true);
    expect(remedy.length).toBeGreaterThan(40);
  });

  test('has the twenty most common messages', () => {
    expect(messages.length).toBeGreaterThanOrEqual(20);
  });

  test('searches for log messages of the code', () => {
    const searched = [...page.matchAll(/grep '([^']+)'/g)]
      .map(([, text = '']) => text)
      // Fields of a log line.
      .filter((text) => !text.includes('"'));
    expect(searched.length).toBeGreaterThan(0);
    expect(searched.filter((text) => !sources.some((file) => file.text.includes(text)))).toEqual([]);
  });
});
