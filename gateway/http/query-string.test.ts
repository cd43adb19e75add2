import { describe, expect, it } from 'vitest';
import { parseQuery } from './request-target.ts';

describe('parseQuery', () => {
  it.each([
    ['', {}],
    ['&&', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=a', { '': 'a' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['%61=%2B%26%3D%C3%B6%00', { a: '+&=ö\0' }],
    ['a=%F0%9F%8E%93', { a: '🎓' }],
  ])('reads %s', (query, values) => {
    expect({ ...parseQuery(query) }).toEqual(values);
  });

  it('knows no inherited names', () => {
    expect(parseQuery('a=1').toString).toBeUndefined();
    expect(Object.keys(parseQuery('__proto__=1'))).toEqual(['__proto__']);
  });
});
