import { status } from '@grpc/grpc-js';
import { Controller, Inject, Module } from '@nestjs/common';
import { GrpcMethod, RpcException } from '@nestjs/microservices';
import { type NewUser, UserTable } from '../../targets/user-table.ts';

@Controller()
class UsersService {
  readonly #users: UserTable;

  constructor(@Inject(UserTable) users: UserTable) {
    this.#users = users;
  }

  @GrpcMethod('Users', 'Get')
  async get({ id }: { id: string }) {
    const user = await this.#users.get(id);
    if (!user) throw new RpcException({ code: status.NOT_FOUND, message: 'there is no such user' });
    return messageOf(user);
  }

  @GrpcMethod('Users', 'Page')
  async page({ limit }: { limit: number }) {
    return { users: (await this.#users.page(limit)).map(messageOf) };
  }

  @GrpcMethod('Users', 'Insert')
  async insert(user: NewUser) {
    return messageOf(await this.#users.insert(user));
  }
}

function messageOf(user: { createdAt: Date; updatedAt: Date }) {
  return { ...user, createdAt: user.createdAt.toISOString(), updatedAt: user.updatedAt.toISOString() };
}

@Module({ controllers: [UsersService], providers: [UserTable] })
export class ServiceModule {}
