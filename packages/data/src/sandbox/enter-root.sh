# Usage: enter-root.sh PRIVATE_FOLDER VISIBLE_FOLDER... -- COMMAND [ARGUMENT...]
#
# Runs COMMAND in a file system of its own: /usr and the visible folders read-only, the private folder as /sandbox, and
# nothing else. Expects to be root in new mount and process namespaces (unshare --mount --pid --fork).
set -eu
private=$1
root=$private/root
shift
mkdir "$root"
mount -t tmpfs -o size=64k,mode=755 tmpfs "$root"
cd "$root"
mkdir usr dev proc sandbox old
mount --bind -o ro /usr usr
for name in bin lib lib64 sbin; do
  if [ -L "/$name" ]; then
    ln -s "$(readlink "/$name")" "$name"
  elif [ -d "/$name" ]; then
    mkdir "$name"
    mount --bind -o ro "/$name" "$name"
  fi
done
while [ "$1" != -- ]; do
  mkdir -p ".$1"
  mount --bind -o ro "$1" ".$1"
  shift
done
shift
: >dev/null
mount --bind /dev/null dev/null
mount -t proc proc proc
mount --bind "$private" sandbox
mount -o remount,bind,ro .
pivot_root . old
cd /sandbox
umount -l /old
exec "$@"
