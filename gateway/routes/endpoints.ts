import type { Endpoint } from '../endpoint/endpoint.ts';
import { createProgram } from './continuing-education/create.ts';
import { getProgram } from './continuing-education/get.ts';
import { listPrograms } from './continuing-education/list.ts';
import { createProgramVersion } from './continuing-education/versions/create.ts';
import { getProgramVersion } from './continuing-education/versions/get.ts';
import { listProgramVersions } from './continuing-education/versions/list.ts';
import { updateProgramVersion } from './continuing-education/versions/update.ts';
import { getCourse } from './courses/get.ts';
import { listCourses } from './courses/list.ts';
import { getCurriculum } from './curricula/get.ts';
import { listCurricula } from './curricula/list.ts';
import { getCurriculumVersion } from './curricula/versions/get.ts';
import { listCurriculumVersions } from './curricula/versions/list.ts';
import { createPathway } from './curricula/versions/pathways/create.ts';
import { listPathways } from './curricula/versions/pathways/list.ts';
import { getLocation } from './locations/get.ts';
import { listLocations } from './locations/list.ts';
import { listLocationRooms } from './locations/list-rooms.ts';
import { getRoom } from './rooms/get.ts';
import { listRooms } from './rooms/list.ts';
import { createUser } from './users/create.ts';
import { getUser } from './users/get.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';

/** Every operation below `/api/v4`, in the order of the OpenAPI document. */
export const endpoints: readonly Endpoint[] = [
  listUsers,
  createUser,
  getUser,
  updateUser,
  listCourses,
  getCourse,
  listCurricula,
  getCurriculum,
  listCurriculumVersions,
  getCurriculumVersion,
  listPathways,
  createPathway,
  listPrograms,
  createProgram,
  getProgram,
  listProgramVersions,
  createProgramVersion,
  getProgramVersion,
  updateProgramVersion,
  listLocations,
  getLocation,
  listLocationRooms,
  listRooms,
  getRoom,
];
