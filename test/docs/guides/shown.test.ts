import { describe, expect, test } from 'vitest';
import { findMissing } from './shown.ts';

const shown = (text: string, language = 'json') => ({ language, text, line: 1, reason: null });
const ANSWER = '{"data":{"id":"1","name":"Grace Hopper"},"meta":{"version":"v4"}}';

describe('the output shown in a guide', () => {
  test.each([
    ANSWER,
    '{ "data": {\n "id": "…", "name": "Grace Hopper" },\n "meta": { … } }',
    '{ "data": { …, "name": "Grace Hopper" }, … }',
  ])('is found: %s', (text) => {
    expect(findMissing(shown(text), ANSWER)).toBeNull();
  });

  test.each([
    '{ "data": { "id": "…", "name": "Ada" }, … }',
    '{ "meta": { … }, "data": { … } }',
    '{ "data": {',
    '"meta": { … } }',
    '{ "data": { … }, "meta": { "version": "v4" } } }',
  ])('is missed: %s', (text) => {
    expect(findMissing(shown(text), ANSWER)).not.toBeNull();
  });

  test('of an answer with its head is found in any order, and its body as it is', () => {
    const printed = `HTTP/1.1 201 Created\r\nX-A: 1\r\nETag: "5.x"\r\n\r\n${ANSWER}`;
    const http = (text: string) => findMissing(shown(text, 'http'), printed);
    expect(http('HTTP/1.1 201 Created\netag: "…"\nx-a: 1\n\n{ "data": … }\n')).toBeNull();
    expect(http('HTTP/1.1 201 Created\n…\n')).toBeNull();
    expect(http('HTTP/1.1 200 OK\n')).toBe('HTTP/1.1 200 OK');
    expect(http('HTTP/1.1 201 Created\n\n{ "error": … }\n')).toBe('{"error":');
  });
});
