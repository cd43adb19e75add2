import { Module } from '@nestjs/common';
import { UserTable } from '../../targets/user-table.ts';
import { USERS, UsersController } from './users-controller.ts';

/** All in one process. */
@Module({ controllers: [UsersController], providers: [{ provide: USERS, useClass: UserTable }] })
export class AppModule {}
