import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { TestClient } from './test-client.ts';
import { importCurricula, twoCurricula } from './test-curricula.ts';
import { importCourses, importUsers } from './test-directory.ts';
import { importInto } from './test-places.ts';
import type { TestInstitution } from './test-system.ts';

/** Gives an institution at least one record for each list, so that every reading operation finds something. */
export async function importSomethingOfEverything(institution: TestInstitution): Promise<void> {
  const programs = [{ ref: 'p', name: 'P', versions: [{ ref: 'p1', name: 'P1' }] }];
  await Promise.all([
    importUsers(institution, 3),
    importCourses(institution, [{}, {}]),
    importInto(institution, [{ ref: 'l', name: 'L', address: 'S', rooms: [{ ref: 'r', name: 'R' }] }]),
    importCurricula(institution, twoCurricula),
    institution.operator(ImportService.method.importPrograms, { records: programs }),
  ]);
}

/** A path of a reading operation where the client's institution has something: each id is that of the first record of its list. */
export async function livingPath(client: TestClient, endpoint: Endpoint): Promise<string> {
  let { path } = endpoint;
  while (path.includes('{')) {
    const { body } = await client.get(path.split('/{')[0] ?? '');
    path = path.replace(/\{\w+\}/, body.data[0].id);
  }
  return path;
}
