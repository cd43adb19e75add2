import { expect, it } from 'vitest';
import type { Campus } from './campus.ts';

/**
 * Next year is planned: what a curriculum has, a pathway more, and a continuing education program that builds on it.
 */
export function planning(campus: () => Campus): void {
  const curriculum = () => `/curricula/${campus().id('curricula', 'bsc-cs')}`;

  it('a curriculum’s version shows its terms, pathways and modules', async () => {
    const { client } = campus();
    const [version] = await client.walk(`${curriculum()}/versions`);
    const { body } = await client.get(`${curriculum()}/versions/${version?.id}`);
    expect(body.data).toMatchObject({ id: version?.id, name: '2026 regulations' });
    expect((await client.walk(`${curriculum()}/versions/${version?.id}/pathways`)).length).toBe(3);
  });

  it('an added pathway is the last one, and is added once even if sent repeatedly', async () => {
    const { client } = campus();
    const [version] = await client.walk(`${curriculum()}/versions`);
    const path = `${curriculum()}/versions/${version?.id}/pathways`;
    const send = () => client.post(path, { name: 'Security', type: 'SELECTABLE_FOCUS' }, { key: 'security' });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(201);
    expect((await send()).status).toBe(201);
    expect((await client.walk(path)).map((each) => (each as { name?: string }).name)).toEqual([
      'Core',
      'Systems',
      'Data and AI',
      'Security',
    ]);
  });

  it('a program on that curriculum is opened, gets a second version, and is read with both', async () => {
    const { client } = campus();
    const curriculaIds = [campus().id('curricula', 'bsc-cs')];
    const created = await client.post('/continuing-education', { name: 'Night School', curriculaIds });
    expect(created.status).toBe(201);
    const path = `/continuing-education/${created.body.data.id}`;
    const second = await client.post(`${path}/versions`, { versionName: '2028' });
    expect(second.status).toBe(201);
    const renamed = await client.patch(`${path}/versions/${second.body.data.id}`, { name: '2029' });
    expect(renamed.body.data.name).toBe('2029');
    const { body } = await client.get(path);
    expect(body.data).toMatchObject({ name: 'Night School', versionsCount: 2 });
    expect(body.data.connectedCurricula).toHaveLength(1);
  });
}
