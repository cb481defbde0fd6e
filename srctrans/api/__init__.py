"""What people call: grad, value_and_grad, jvp, vjp, check_grads, options."""
