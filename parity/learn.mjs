export async function learnHeartbeatBlock(){return 'x'}
