import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldOf, pointerOf } from './pointer.ts';

describe('pointers', () => {
  test.each<[(string | number)[], string, string]>([
    [[], '', ''],
    [['rooms', 0, 'roomId'], '/rooms/0/roomId', 'rooms.0.roomId'],
    [['a/b', 'c~d', '~1'], '/a~1b/c~0d/~01', 'a/b.c~d.~1'],
    [[''], '/', ''],
  ])('the path %j is the pointer %s and the field %s', (segments, pointer, field) => {
    expect(pointerOf(segments)).toBe(pointer);
    expect(fieldOf(pointer)).toBe(field);
  });

  test('a field is its segments, joined', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(fieldOf(pointerOf(segments))).toBe(segments.join('.'));
      }),
    );
  });
});
