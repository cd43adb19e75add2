import type { DescMethodUnary } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { allowedCallersOf } from '../../platform/calls/peer.ts';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';

/** What rests on several servers can only be found by the institution of a call. */
const placeable = services.filter(({ isPlaceable }) => isPlaceable);

it('a service on several servers consumes no events: those of an institution elsewhere would reach it too', () => {
  expect(placeable.map(({ name }) => name).sort()).toEqual(['curricula', 'locations', 'scheduling', 'timetracking']);
  expect(placeable.flatMap(({ consumers }) => consumers)).toEqual([]);
});

it('each of its calls names an institution: those without one of their own by institution_id', () => {
  const methods = placeable.flatMap(({ implementations }) =>
    implementations.flatMap(({ service }) => service.methods as DescMethodUnary[]),
  );
  const isOfNoInstitution = (method: DescMethodUnary) => {
    const { access } = allowedCallersOf(method);
    return access.has(Access.ANYONE) || access.has(Access.PLATFORM);
  };
  const lacking = methods.filter(isOfNoInstitution).filter(({ input }) => {
    const field = input.field.institutionId;
    return field?.fieldKind !== 'scalar' || field.scalar !== ScalarType.STRING;
  });
  expect(methods.filter(isOfNoInstitution).length).toBeGreaterThan(2);
  expect(lacking.map(({ parent, name }) => `${parent.typeName}/${name}`)).toEqual([]);
});
