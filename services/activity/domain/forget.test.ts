import { describe, expect, it } from 'vitest';
import type { StoredRequest } from './chunks.ts';
import { withoutPerson } from './forget.ts';

const request = (parts: Partial<StoredRequest>) =>
  ({ path: '/api/v4/users', detail: null, errors: null, status: 404, ...parts }) as StoredRequest;
const texts = ['Ada Albrecht', 'ada@school.example', '30'];
const pathAfter = (path: string) => withoutPerson(request({ path }), texts).path;

describe('withoutPerson', () => {
  it('takes values of the query and parts of the path that name the person, however they are written', () => {
    expect(pathAfter('/api/v4/users?email=ADA%40school.example&limit=50')).toBe('/api/v4/users?email=…&limit=50');
    expect(pathAfter('/api/v4/users?code=30')).toBe('/api/v4/users?code=…');
    expect(pathAfter('/api/v4/users/ada@school.example')).toBe('/api/v4/users/…');
    expect(pathAfter('/scim/v2/Users?filter=userName+eq+%22ada%2540school.example%22')).toBe('/scim/v2/Users?filter=…');
  });

  it('leaves other requests as they are', () => {
    for (const path of ['/api/v4/users?code=300', '/api/v4/users?email=nada@school.example', '/api/v4/rooms']) {
      const given = request({ path, detail: 'No active member has the code 301.' });
      expect(withoutPerson(given, texts)).toBe(given);
    }
  });

  it('takes the detail and the errors, and leaves status and time', () => {
    const given = request({
      detail: 'No active member has the code 30.',
      errors: '[{"message":"ada@school.example","code":"x"}]',
    });
    expect(withoutPerson(given, texts)).toMatchObject({
      detail: '…',
      errors: '[{"message":"…","code":"x"}]',
      status: 404,
    });
  });

  it('takes all that may name somebody if nobody knows the texts any more', () => {
    const given = request({ path: '/api/v4/users/1?email=x&page', detail: 'any' });
    expect(withoutPerson(given, null)).toMatchObject({ path: '/api/v4/users/1?email=…&…', detail: '…' });
  });
});
