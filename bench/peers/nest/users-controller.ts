import { Body, Controller, Get, Inject, NotFoundException, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import { userSchemas } from '../../targets/user-schema.ts';
import type { NewUser } from '../../targets/user-table.ts';

/** Where users are: in the database, or behind a microservice. */
export interface Users {
  get(id: string): Promise<unknown>;
  page(limit: number): Promise<readonly object[]>;
  insert(user: NewUser): Promise<object>;
}

/** The token of its provider. */
export const USERS = Symbol('users');

@Controller('users')
export class UsersController {
  readonly #users: Users;

  constructor(@Inject(USERS) users: Users) {
    this.#users = users;
  }

  @Get(':id')
  @RouteSchema(userSchemas.get)
  async get(@Param('id') id: string) {
    const data = await this.#users.get(id);
    if (!data) throw new NotFoundException();
    return { data };
  }

  @Get()
  @RouteSchema(userSchemas.page)
  async page(@Query('limit', ParseIntPipe) limit: number) {
    return { data: await this.#users.page(limit) };
  }

  @Post()
  @RouteSchema(userSchemas.create)
  async create(@Body() body: NewUser) {
    return { data: await this.#users.insert(body) };
  }
}
