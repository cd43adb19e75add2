import type { Names } from './names.ts';

interface Place {
  readonly path: string;
  /** A text of the file; the last occurrence counts. Behind it if it opens a list. */
  readonly before: string;
  readonly text: string;
}

/** The lines that a resource adds to existing files. */
export function placesOf({
  service,
  Name,
  Names: Plural,
  names,
  kebab,
  kebabs,
  snake,
  snakes,
  CODE,
  words,
  title,
}: Names): Place[] {
  const rpcs = `create${Name}, get${Name}, list${Plural}, update${Name}, delete${Name}`;
  const made = `path: (await created${Name}(client)).path`;
  const write = (verb: string, path: string, parameter: string, request: string) => `  '${path}': {
    operation: 'lyceum.${service}.v1.${Name}Service/${verb}${Name}',
    resources: ['${snake}'],
    make: async (${parameter}) => (${request}),
  },`;
  const patch = `
@@ proto/lyceum/${service}/v1/refusal.proto @@ }
  // The institution has no ${words} with the id.
  REFUSAL_CODE_${CODE}_NOT_FOUND = NEXT [(lyceum.common.v1.refusal) = {
    status: STATUS_NOT_FOUND
    message: "The ${words} does not exist."
  }];
@@ gateway/problem/problems.ts @@   ROOM_NOT_FOUND:
  ${CODE}_NOT_FOUND: notFound,
@@ services/${service}/store/tables.ts @@ /** All tables
export const ${names} = table('${snakes}', {
  audited: { resource: '${snake}' },
  whose: 'nobody',
  columns: {
    ...identified,
    name: text().says('text').check('char_length(name) BETWEEN 1 AND 255'),
    revision: uuid().says('nothing'),
    ...dated,
  },
  indexes: { ${snakes}_by_creation: { on: ['institutionId', 'createdAt', 'id'] } },
});

@@ services/${service}/store/tables.ts @@ ${service}Tables = [
  ${names},
@@ services/${service}/service.ts @@ \\n/** 
import { ${Name}Service } from '../../proto/gen/lyceum/${service}/v1/${snake}_pb.ts';
import { ${rpcs} } from './rpc/${kebabs}.ts';

@@ services/${service}/service.ts @@   ],\\n  consumers:
    implement(${Name}Service, { ${rpcs} }),
@@ gateway/routes/endpoints.ts @@ \\n/** Every
import { create${Name} } from './${kebabs}/create.ts';
import { delete${Name} } from './${kebabs}/delete.ts';
import { get${Name} } from './${kebabs}/get.ts';
import { list${Plural} } from './${kebabs}/list.ts';
import { update${Name} } from './${kebabs}/update.ts';

@@ gateway/routes/endpoints.ts @@ ];
  ${rpcs},
@@ gateway/endpoint/tags.ts @@ } as const
  '${title}': { area: 'events', description: 'The ${words}s of the institution.' },
@@ test/support/one-of-each-record.ts @@ /** A member's
import { created${Name} } from './test-${kebabs}.ts';

@@ test/support/one-of-each-record.ts @@   for (const _ of two('hook'))
  for (const _ of two('${kebab}')) await created${Name}(institution.client);
@@ test/support/successful-writes.ts @@ /** An institution
import { created${Name} } from './test-${kebabs}.ts';

@@ test/support/successful-writes.ts @@   'POST /time-tracking/sessions/start'
${write('Create', `POST /${kebabs}`, '', `{ path: '/${kebabs}', json: { name: 'Name' } }`)}
${write('Update', `PATCH /${kebabs}/{id}`, '{ client }', `{ ${made}, json: { name: randomUUID() } }`)}
${write('Delete', `DELETE /${kebabs}/{id}`, '{ client }', `{ ${made} }`)}
`;
  return [...patch.matchAll(/^@@ (.*) @@ (.*)\n([\s\S]*?)(?=^@@|$(?![\s\S]))/gm)].map(
    ([, path = '', before = '', text = '']) => ({ path, before: before.replace('\\n', '\n'), text }),
  );
}
