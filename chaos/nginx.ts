import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import type { Household } from './household.ts'

/** nginx on this port before the shops on those, handing requests on just as deploy/nginx.conf does. */
export function startNginx({ folder, start }: Household, port: number, shops: number[]): void {
  const shipped = readFileSync(path.join(projectRoot, 'deploy', 'nginx.conf'), 'utf8')
  const [handOn] = /location \/ \{\s+proxy_pass[^}]+\}/.exec(shipped) ?? []
  const [, each] = /server 127\.0\.0\.1:3000( [^;]+);/.exec(shipped) ?? []
  if (!handOn || !each) throw new Error('deploy/nginx.conf no longer says how requests are handed on')
  const file = path.join(folder, 'nginx.conf')
  const spools = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    file,
    `daemon off;
master_process off;
error_log stderr;
pid ${folder}/nginx-itself.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${spools.map((name) => `${name}_temp_path ${folder}/spool-${name};`).join('\n  ')}
  upstream alpine {
    ${shops.map((shop) => `server 127.0.0.1:${shop}${each};`).join('\n    ')}
    keepalive 64;
    keepalive_timeout 60s;
  }
  server {
    listen 127.0.0.1:${port};
    ${handOn}
  }
}
`,
  )
  start('nginx', 'nginx', ['-e', 'stderr', '-c', file])
}
