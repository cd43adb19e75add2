import { status } from '@grpc/grpc-js';
import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { type ClientGrpc, ClientsModule } from '@nestjs/microservices';
import { lastValueFrom, type Observable } from 'rxjs';
import type { NewUser } from '../../targets/user-table.ts';
import { grpcOptions } from './grpc-options.ts';
import { USERS, type Users, UsersController } from './users-controller.ts';

interface UsersService {
  get(request: { id: string }): Observable<object>;
  page(request: { limit: number }): Observable<{ users: object[] }>;
  insert(request: NewUser): Observable<object>;
}

@Injectable()
class RemoteUsers implements Users, OnModuleInit {
  readonly #client: ClientGrpc;
  #service!: UsersService;

  constructor(@Inject('CLIENT') client: ClientGrpc) {
    this.#client = client;
  }

  onModuleInit(): void {
    this.#service = this.#client.getService<UsersService>('Users');
  }

  async get(id: string) {
    const user = await lastValueFrom(this.#service.get({ id })).catch((error: { code?: status }) => {
      if (error.code !== status.NOT_FOUND) throw error;
    });
    return user && withNulls(user);
  }

  async page(limit: number) {
    return (await lastValueFrom(this.#service.page({ limit }))).users.map(withNulls);
  }

  async insert(user: NewUser) {
    return withNulls(await lastValueFrom(this.#service.insert(user)));
  }
}

/** A message omits what is null. */
function withNulls(user: object) {
  return { firstName: null, lastName: null, image: null, code: null, ...user };
}

@Module({
  imports: [ClientsModule.register([{ name: 'CLIENT', ...grpcOptions }])],
  controllers: [UsersController],
  providers: [{ provide: USERS, useClass: RemoteUsers }],
})
export class GatewayModule {}
