# Usage: restrict.pl PRCTL FILTER [--read PATH | --write PATH]... -- COMMAND [ARGUMENT...]
#
# Runs COMMAND under a filter of system calls and, where paths are given, under Landlock: it then reads and executes
# below the --read paths, changes files below the --write paths, uses no TCP, and signals no process outside.
# PRCTL is the number of prctl(2) on this machine, FILTER a program of seccomp(2) in hexadecimal.
use strict;
use warnings;

my $prctl = shift(@ARGV) + 0;
my $filter = pack('H*', shift(@ARGV));
my %paths = ('--read' => [], '--write' => []);
while ((my $option = shift(@ARGV)) ne '--') {
  push(@{ $paths{$option} }, shift(@ARGV));
}

my ($set_seccomp, $filter_mode, $set_no_new_privs) = (22, 2, 38);
syscall($prctl, $set_no_new_privs, 1, 0, 0, 0) == 0 or die("no_new_privs: $!\n");
confine_files() if @{ $paths{'--read'} } or @{ $paths{'--write'} };
my $program = pack('S x6 P', length($filter) / 8, $filter);
syscall($prctl, $set_seccomp, $filter_mode, $program, 0, 0) == 0 or die("seccomp: $!\n");
exec { $ARGV[0] } @ARGV or die("$ARGV[0]: $!\n");

# Landlock: https://www.kernel.org/doc/html/latest/userspace-api/landlock.html. Its calls have one number on all machines.
sub confine_files {
  my ($create, $add, $restrict) = (444, 445, 446);
  my $version = syscall($create, 0, 0, 1);
  die("Landlock: $!\n") if $version < 1;
  my $all = 0x1fff | ($version >= 2 ? 0x2000 : 0) | ($version >= 3 ? 0x4000 : 0) | ($version >= 5 ? 0x8000 : 0);
  my $attributes = pack('Q', $all);
  $attributes .= pack('Q', 3) if $version >= 4;
  $attributes .= pack('Q', 3) if $version >= 6;
  my $ruleset = syscall($create, $attributes, length($attributes), 0);
  die("Landlock: $!\n") if $ruleset < 0;
  my %rights = ('--read' => 0xd, '--write' => $all);
  my $of_files = 0xc007;
  for my $option (keys(%rights)) {
    for my $path (@{ $paths{$option} }) {
      my $path_only = 0x200000;
      sysopen(my $handle, $path, $path_only) or next;
      my $granted = $rights{$option} & $all & (-d $handle ? ~0 : $of_files);
      my $rule = pack('Q l', $granted, fileno($handle));
      syscall($add, $ruleset, 1, $rule, 0) == 0 or die("$path: $!\n");
    }
  }
  syscall($restrict, $ruleset, 0) == 0 or die("Landlock: $!\n");
}
