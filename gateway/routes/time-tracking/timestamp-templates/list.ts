import { Type } from 'typebox';
import { TemplateService } from '../../../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { listEndpoint } from '../../../endpoint/declare.ts';
import { TimestampTemplate, templateExample } from '../../../schema/time-timestamp.ts';
import { refusals } from '../refusals.ts';

export const listTimestampTemplates = listEndpoint({
  path: '/time-tracking/timestamp-templates',
  operationId: 'listTimestampTemplates',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'List the category templates',
  description:
    'Ordered by `position`. The templates belong to the institution: they are the same for every member, and you may store their ids.',
  member: 'request',
  refusals: [refusals.disabled],
  filters: Type.Object({}),
  item: TimestampTemplate,
  example: templateExample,
  position: ({ position, id }) => ({ sort: String(position), id }),
  async run({ member, page, call }) {
    const { templates, hasMore } = await call(TemplateService.method.listTimestampTemplates, { member, page });
    return {
      items: templates.map(({ id, label, color, position }) => ({ id, label, color: color ?? null, position })),
      hasMore,
    };
  },
});
