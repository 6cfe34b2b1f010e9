# Usage: enter-root.sh ROOT FSTAB COMMAND [ARGUMENT...]
#
# Runs COMMAND in /sandbox of a file system that is made at ROOT and holds what FSTAB, lines of fstab(5), mounts there.
# Expects to be root in new mount and process namespaces (unshare --mount --pid --fork). It starts few programs, because
# every child waits for them.
set -eu
root=$1
fstab=$2
shift 2
mount -t tmpfs -o size=64k,mode=755,X-mount.mkdir tmpfs "$root"
cd "$root"
mkdir dev sandbox old
: >dev/null
# The folder that is mounted at sandbox hides this file.
printf '%s\n' "$fstab" >sandbox/fstab
mount --all --fstab sandbox/fstab
mount -o remount,bind,ro .
pivot_root . old
cd /sandbox
umount -l /old
exec "$@"
