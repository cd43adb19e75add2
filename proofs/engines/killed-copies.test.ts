import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { ImportCli } from '../../test/support/cli/import-cli.ts';
import { placeInFile, placeInSchema } from '../../test/support/copy-places.ts';
import { Draws } from '../../test/support/draws.ts';
import { KeptCopy } from '../../test/support/kept-copy.ts';
import { beginWriting, killAtAnyMoment } from '../../test/support/killed-copy.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { Timetable } from '../../test/support/test-timetable.ts';

const KILLS = Number(process.env.KILLS ?? 200);
const SEED = process.env.SEED ?? 'killed copies';
/** So that some kills hit the first walk through the lists. One copy is in SQLite, the next one in PostgreSQL. */
const KILLS_OF_A_COPY = 10;
const IMPORTED = 3_000;

const system = await TestSystem.start({ platform: 'own' });
const folder = await mkdtemp(join(tmpdir(), 'lyceum-killed-copies-'));
// Five times as fast as the machine's, so that the allowance of a minute comes back before the programs wait for it.
const clock = setInterval(() => system.clock.advance(500), 100);
afterAll(async () => {
  clearInterval(clock);
  await system.stop();
  await rm(folder, { recursive: true });
});

it(`equals the API after each of ${KILLS} kills, under twelve writers and imports`, {
  timeout: 7_200_000,
}, async () => {
  process.stdout.write(`SEED=${SEED} KILLS=${KILLS}\n`);
  const draws = Draws.of(SEED);
  const timetable = await Timetable.in(system);
  const reader = await system.newClient(timetable.institution.id);
  const endWriting = await beginWriting({ system, timetable, draws, writers: 12, people: 400, restMs: 1_000 });
  let isOver = false;
  let imports = 0;
  const importing = (async () => {
    const cli = await ImportCli.open(system);
    const { name } = (await reader.get('/integration')).body.data.institution;
    for (; !isOver; imports++, await delay(10_000)) {
      const users = Array.from({ length: IMPORTED }, (_, n) => ({
        ...{ ref: `p${n}`, email: `p${n}@killed.example`, name: `Person ${n} ${draws.oneIn(10) ? imports : ''}` },
      }));
      const members = draws.shuffled(users.map(({ ref }) => ref)).slice(0, 150);
      const bundle = {
        institution: { ref: name, name },
        users,
        userGroups: [{ ref: 'choir', name: 'Choir', members }],
      };
      const { code, stderr } = await cli.importBundle(bundle);
      expect([code, stderr]).toEqual([0, expect.anything()]);
    }
    await cli.close();
  })();
  let checked = 0;
  try {
    for (let kill = 1; kill <= KILLS; kill++) {
      const number = Math.ceil(kill / KILLS_OF_A_COPY);
      const place =
        number % 2
          ? placeInFile(join(folder, `${number}.db`))
          : placeInSchema(system.databases.url('webhooks'), `copy_${number}`);
      const copy = new KeptCopy(place, reader, () => system.url);
      await killAtAnyMoment(copy, draws);
      const { code, stdout } = await copy.sync('--check');
      await place.check();
      const lists = [...stdout.matchAll(/^\w+: (\d+) in the API, 0 different$/gm)].map(([, count]) => Number(count));
      expect([kill, code, lists.length], stdout).toEqual([kill, 0, LISTS]);
      checked += lists.reduce((sum, count) => sum + count, 0);
      if (kill % KILLS_OF_A_COPY === 0)
        process.stdout.write(`${kill} kills, ${imports} imports, ${checked} records compared, none different\n`);
    }
  } finally {
    isOver = true;
    await Promise.all([endWriting(), importing]);
  }
});

const LISTS = 9;
