// Validators that the default script of the local network fixes.
export const LARGEST = 'NodeID-MeH92mLBM3VrrwaPWnci955v2fBGsxY16'
export const UNSTAKED = 'NodeID-3SFfCLgLQXXqT3imGG4Kaahs39fQBpJ9W'
