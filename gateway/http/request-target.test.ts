import { describe, expect, it } from 'vitest';
import { pathOf, withDecodablePath } from './request-target.ts';

describe('pathOf', () => {
  it.each([
    ['/users', '/users'],
    ['/users?a=/b#c', '/users'],
    ['/users#a?b', '/users'],
    ['/users/../courses', '/users/../courses'],
    ['//users', '//users'],
    ['http://host:80/users?a', '/users'],
    ['HTTP://a:b:c/users', '/users'],
    ['http://host', ''],
    ['http://host?a', ''],
    ['*', '*'],
    ['', ''],
  ])('of %s is %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});

describe('withDecodablePath', () => {
  it.each(['/users', '/%75sers', '/%C3%B6?%zz', '/%25', '/%2F%3f?a=%'])('leaves %s as it is', (target) => {
    expect(withDecodablePath({ url: target })).toBe(target);
  });

  it.each([
    ['/%zz', '/%25zz'],
    ['/%', '/%25'],
    ['/%C3%B6/%C3', '/%25C3%25B6/%25C3'],
    ['/%ED%A0%80?a=%75', '/%25ED%25A0%2580?a=%75'],
    ['/%2#%', '/%252#%'],
  ])('takes %s literally', (target, literal) => {
    expect(withDecodablePath({ url: target })).toBe(literal);
  });
});
