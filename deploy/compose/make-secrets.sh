#!/bin/sh
# Makes the secrets that compose.yaml names, once: files that are there already stay as they are.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
umask 022
[ -e secrets/farebox_secret ] || openssl rand -base64 32 >secrets/farebox_secret
[ -e secrets/postgres_password ] || openssl rand -hex 24 >secrets/postgres_password
[ -e secrets/database_url ] ||
  printf 'postgres://farebox:%s@postgres:5432/farebox\n' "$(cat secrets/postgres_password)" >secrets/database_url
