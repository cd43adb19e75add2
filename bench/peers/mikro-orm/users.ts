import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql';
import { requiredVariable } from '../../targets/target.ts';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    institutionId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    emailKey: p.text().lazy(),
    name: p.text(),
    nameIsOwn: p.boolean().lazy(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    image: p.text().nullable(),
    code: p.text().nullable(),
    isArchived: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    revision: p.uuid().lazy(),
  },
});

export const institutionId = requiredVariable('INSTITUTION_ID');

export const orm = await MikroORM.init({
  clientUrl: requiredVariable('DIRECTORY_DATABASE_URL'),
  entities: [User],
  pool: { min: 8, max: 8 },
});
